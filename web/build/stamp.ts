/** A hash of the client's sources, which tells whether a build is current. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const WEB = join(import.meta.dirname, "..");
const PROJECT = join(WEB, "..");

const NOT_SOURCES = /(^|[\\/])(node_modules|dist(-\d+(-before)?)?)([\\/]|$)|\.test\.tsx?$/;

/** The hash of everything the build reads. */
export function stampOf(): string {
  const hash = createHash("sha256");
  for (const folder of [WEB, join(PROJECT, "shared")]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort(byPath)) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || NOT_SOURCES.test(path.slice(PROJECT.length))) continue;
      hash.update(path.slice(PROJECT.length)).update("\0").update(readFileSync(path)).update("\0");
    }
  }
  // Other package versions result in another client.
  return hash.update(readFileSync(join(PROJECT, "package-lock.json"))).digest("hex");
}

interface Entry {
  readonly parentPath: string;
  readonly name: string;
}

function byPath(a: Entry, b: Entry): number {
  return join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1;
}
