/** Where the files of `new URL("…", import.meta.url)` are in the package. */
import { posix } from "node:path";

/** Data files and folders: from their path in the checkout to that from a file of the bundle. */
const PLACES: Readonly<Record<string, string>> = {
  "server/store/migrations": "./migrations/",
  "server/package.json": "../package.json",
  "examples/world.yaml": "../examples/world.yaml",
  "web/dist": "../web/",
  "node_modules/.cache/heliogram": "../.cache/",
};

const FILE_URL = /new URL\(\s*"(\.\.?\/[^"]*)",\s*import\.meta\.url,?\s*\)/g;

export interface FileUrl {
  /** Where the expression is in the text. */
  readonly start: number;
  readonly end: number;
  /** The path in the checkout of what it names, without a slash at its end. */
  readonly target: string;
  /** Its path from a file of the bundle; `undefined` for a program, which is bundled too. */
  readonly place: string | undefined;
}

/**
 * The file URLs of a file of the server.
 * @param path in the checkout
 * @throws Error if the package would not have the file, or if `import.meta` is used in another form
 */
export function fileUrlsIn(path: string, code: string): FileUrl[] {
  const found = [...code.matchAll(FILE_URL)];
  if (found.length !== code.split("import.meta").length - 1)
    throw new Error(`${path} uses import.meta in another form than new URL("./file", import.meta.url)`);
  return found.map(({ 0: all, 1: to, index }) => {
    const target = posix.join(posix.dirname(path), to!).replace(/\/$/, "");
    const place = PLACES[target];
    if (place === undefined && !target.endsWith(".ts"))
      throw new Error(`tools/release/places.ts has no place for ${target}`);
    return { start: index, end: index + all.length, target, place };
  });
}
