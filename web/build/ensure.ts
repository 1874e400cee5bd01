/** Builds the client if what was built before is missing or older than its sources; otherwise takes a moment. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stampOf } from "./stamp.ts";

const WEB = join(import.meta.dirname, "..");
const DIST = join(WEB, "dist");

const stamp = stampOf();
if (!isFresh()) {
  process.stderr.write("Building the web client …\n");
  // A build begun by a test would get the libraries as developers need them, twice as large.
  process.env.NODE_ENV = "production";
  // Beside its place, so that whoever reads the old one meanwhile, or builds at the same time, finds something whole.
  const made = join(WEB, `dist-${process.pid}`);
  const { build } = await import("vite");
  const configFile = join(WEB, "vite.config.ts");
  await build({ configFile, logLevel: "warn", build: { outDir: made, emptyOutDir: true } });
  writeFileSync(join(made, ".stamp"), stamp);
  putInPlace(made);
}

function isFresh(): boolean {
  const path = join(DIST, ".stamp");
  return existsSync(path) && readFileSync(path, "utf8") === stamp;
}

function putInPlace(made: string): void {
  const before = `${made}-before`;
  if (isFresh()) {
    rmSync(made, { recursive: true });
    return;
  }
  if (existsSync(DIST)) renameSync(DIST, before);
  renameSync(made, DIST);
  rmSync(before, { recursive: true, force: true });
}
