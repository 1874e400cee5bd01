/**
 * Bundles the server with the packages that are JavaScript. One file instead of a thousand halves the processor time of
 * a start, and an installation has exactly the versions that the tests ran with.
 */
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { rolldown, type OutputChunk } from "rolldown";
import { computedImports } from "./computed-imports.ts";
import { fileUrls } from "./file-urls.ts";
import { PROJECT } from "./project.ts";
import { SOURCE_MAPS } from "./source-maps.ts";

/** Packages with binaries for each kind of machine, which npm chooses. */
const EXTERNAL = ["sharp"];

export interface ServerBundle {
  /** The paths of all files that are in the bundle. */
  readonly modules: readonly string[];
  /** The packages that it imports. */
  readonly external: readonly string[];
}

export async function bundleServer(dir: string): Promise<ServerBundle> {
  const bundle = await rolldown({
    input: { heliogram: join(PROJECT, "server/heliogram.js"), index: join(PROJECT, "server/index.ts") },
    cwd: PROJECT,
    platform: "node",
    external: EXTERNAL,
    plugins: [fileUrls(), computedImports()],
    onLog(_level, log) {
      throw new Error(`bundling: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    ...SOURCE_MAPS,
  });
  await bundle.close();
  const chunks = output.filter((each): each is OutputChunk => each.type === "chunk");
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const imported = new Set(chunks.flatMap((each) => [...each.imports, ...each.dynamicImports]));
  return {
    modules: chunks.flatMap((each) => each.moduleIds),
    external: [...imported].filter((name) => !files.has(name) && !isBuiltin(name)),
  };
}
