/** Keeps `new URL("…", import.meta.url)` working in a bundle: programs of threads and processes are bundled too, data files have new places. */
import { basename, dirname, join, relative } from "node:path";
import { RolldownMagicString, type Plugin, type PluginContext } from "rolldown";
import { fileUrlsIn } from "./places.ts";
import { PROJECT } from "./project.ts";

const OWN = /^(server|shared)\//;
const BIN = "server/heliogram.js";
/** Traces then name the lines of the sources. It has effect on the modules that are loaded afterwards. */
const WITH_SOURCE_MAPS = "process.setSourceMapsEnabled(true);\n";
/** The prefix of a module that loads a program. Its path in the checkout follows, which comments in the bundle show. */
const PROGRAM = "\0program:";

export function fileUrls(): Plugin {
  return {
    name: "heliogram:file-urls",
    resolveId: (id) => (id.startsWith(PROGRAM) ? id : undefined),
    load: (id) =>
      id.startsWith(PROGRAM)
        ? `${WITH_SOURCE_MAPS}await import(${JSON.stringify(join(PROJECT, id.slice(PROGRAM.length)))});`
        : undefined,
    transform(code, id) {
      const path = relative(PROJECT, id).replaceAll("\\", "/");
      if (!OWN.test(path)) return undefined;
      const changed = new RolldownMagicString(code);
      if (path === BIN) return { code: changed.replace("await import", `${WITH_SOURCE_MAPS}await import`) };
      if (!code.includes("import.meta")) return undefined;
      for (const { start, end, target, place } of fileUrlsIn(path, code)) {
        const to = place ?? `./${addProgram(this, target)}`;
        changed.update(start, end, `new URL(${JSON.stringify(to)}, import.meta.url)`);
      }
      return { code: changed };
    },
  };
}

/** Adds a program to the bundle, and returns the name of its file. */
function addProgram(context: PluginContext, path: string): string {
  const folder = basename(dirname(path));
  const name = basename(path, ".ts");
  const fileName = `${name === "worker" ? `${folder}-worker` : name}.js`;
  context.emitFile({ type: "chunk", id: PROGRAM + path, fileName });
  return fileName;
}
