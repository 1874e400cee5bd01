/** Writes the types of a file of ours, and of those files that they need. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { isolatedDeclarationSync } from "rolldown/experimental";
import { PROJECT } from "./project.ts";

const SPECIFIER = /(\bfrom |\bimport\()"([^"]+)"/g;
const SHARED = "@heliogram/shared/";
const SHARED_FOLDER = "shared/";
const TSC = join(PROJECT, "node_modules/typescript/bin/tsc");

let shared: string | undefined;

/**
 * Each file but those of `shared` is read alone, so everything that it exports must name its type.
 * @param entries - their paths in the checkout
 * @param external - packages whose types are there where the package is installed
 */
export function writeDeclarations(entries: readonly string[], dir: string, external: readonly string[] = []): void {
  const written = new Set<string>();
  const queue = [...entries];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (written.has(path)) continue;
    written.add(path);
    const name = path.replace(/(?:\.d)?\.ts$/, ".d.ts");
    const text = declarationsOf(path).replaceAll(SPECIFIER, (all, before: string, to: string) => {
      if (external.includes(to)) return all;
      const target = targetOf(path, to);
      queue.push(target);
      const specifier = posix.relative(posix.dirname(path), target).replace(/\.ts$/, ".js");
      return `${before}"${specifier.startsWith(".") ? specifier : `./${specifier}`}"`;
    });
    mkdirSync(join(dir, dirname(name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}

function declarationsOf(path: string): string {
  if (path.startsWith(SHARED_FOLDER))
    return readFileSync(join(sharedTypes(), path.slice(SHARED_FOLDER.length).replace(/ts$/, "d.ts")), "utf8");
  const source = readFileSync(join(PROJECT, path), "utf8");
  if (path.endsWith(".d.ts")) return source;
  const { code, errors } = isolatedDeclarationSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join("; ")}`);
  return code;
}

/** The folder of the types of `shared`: those of schemas and lists follow from their values, which takes a compiler. */
function sharedTypes(): string {
  if (shared === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "heliogram-types-"));
    shared = folder;
    process.once("exit", () => rmSync(folder, { recursive: true }));
    const options = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", shared];
    execFileSync(process.execPath, [TSC, "-p", join(PROJECT, "shared/tsconfig.json"), ...options]);
  }
  return shared;
}

/** The path in the checkout of what a file imports. Types of other packages would be missing where it is installed. */
function targetOf(path: string, to: string): string {
  if (to.startsWith(SHARED)) return `shared/${to.slice(SHARED.length)}`;
  if (to.startsWith(".")) return posix.join(posix.dirname(path), to);
  throw new Error(`the types of ${path} need those of ${to}, which is not in the package`);
}
