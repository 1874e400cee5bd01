/** The package `@heliogram/testkit`: tests of bots. It runs the service of the package `heliogram`, which is installed beside it. */
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { writeDeclarations } from "./declarations.ts";
import { PROJECT } from "./project.ts";
import type { ReleasePackage } from "./release-package.ts";
import { SOURCE_MAPS } from "./source-maps.ts";

const ENTRIES = ["index", "vitest", "jest"] as const;
/** Packages of the user. */
const EXTERNAL = ["heliogram", "vitest"];

export const testkit: ReleasePackage = {
  name: "@heliogram/testkit",
  async assemble(folder) {
    const paths = ENTRIES.map((name) => `testkit/${name}.ts`);
    writeDeclarations(paths, join(folder, "types"), EXTERNAL);
    const bundle = await rolldown({
      input: Object.fromEntries(ENTRIES.map((name, i) => [name, join(PROJECT, paths[i]!)])),
      cwd: PROJECT,
      platform: "node",
      external: EXTERNAL,
      onLog(_level, log) {
        throw new Error(`bundling: ${log.message}`);
      },
    });
    await bundle.write({
      dir: join(folder, "dist"),
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js",
      ...SOURCE_MAPS,
    });
    await bundle.close();
    copyFileSync(join(PROJECT, "LICENSE"), join(folder, "LICENSE"));
    copyFileSync(join(PROJECT, "tools/release/testkit-readme.md"), join(folder, "README.md"));
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  },
};

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
}

/** Both packages are released together, and one of them works with the other of the same version alone. */
function manifest(): object {
  const read = (path: string) => JSON.parse(readFileSync(join(PROJECT, path), "utf8")) as Manifest;
  const { name, description, license, engines } = read("testkit/package.json");
  const { version } = read("server/package.json");
  const entry = (file: string) => ({ types: `./types/testkit/${file}.d.ts`, default: `./dist/${file}.js` });
  return {
    name,
    version,
    description,
    license,
    type: "module",
    exports: { ".": entry("index"), "./vitest": entry("vitest"), "./jest": entry("jest") },
    sideEffects: ["./dist/vitest.js", "./dist/jest.js"],
    peerDependencies: { heliogram: version, vitest: ">=5" },
    peerDependenciesMeta: { vitest: { optional: true } },
    engines,
  };
}
