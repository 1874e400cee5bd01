/** Compresses the files of the build, so that the server sends them without compressing. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXTS = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest"]);

/** Smaller files are not compressed. */
const LEAST_BYTES = 1024;

export function compress(): Plugin {
  return {
    name: "heliogram:compress",
    apply: "build",
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: "utf8" })) {
        if (!TEXTS.has(extname(name))) continue;
        const path = join(dir!, name);
        const bytes = readFileSync(path);
        if (bytes.length < LEAST_BYTES) continue;
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      }
    },
  };
}
