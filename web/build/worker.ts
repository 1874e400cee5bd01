/** Generates the service worker of a build with the list of cached files and their hash. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";

const TEMPLATE = join(import.meta.dirname, "service-worker.js");
const PUBLIC = join(import.meta.dirname, "../public");

export function worker(): Plugin {
  return {
    name: "heliogram:worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const shell = Object.values(bundle).filter(
          (file) => !isLanguage(file) && !isRare(file) && !file.fileName.endsWith(".map"),
        );
        const hash = createHash("sha256");
        for (const file of shell) hash.update(file.fileName).update(file.type === "chunk" ? file.code : file.source);
        const fixed = readdirSync(PUBLIC);
        for (const name of fixed) hash.update(name).update(readFileSync(join(PUBLIC, name)));
        const names = [...shell.map((file) => file.fileName), ...fixed].sort();
        const addresses = names.map((name) => (name === "index.html" ? "/" : `/${name}`));
        const source = readFileSync(TEMPLATE, "utf8")
          .replace('["__SHELL__"]', JSON.stringify(addresses))
          .replace("__STAMP__", hash.digest("hex").slice(0, 16));
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}

/** Languages are cached when they are used. */
function isLanguage(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  return file.type === "chunk" && /[\\/]locales[\\/]/.test(file.facadeModuleId ?? "");
}

/** A grammar of a programming language, or what sets formulas: most pages need few of them. */
function isRare(file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean {
  const module = file.type === "chunk" ? (file.facadeModuleId ?? "") : "";
  return /[\\/]highlight\.js[\\/].*[\\/]languages[\\/]|[\\/]set-formula\.ts$/.test(module);
}
