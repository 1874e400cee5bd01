/** Builds the client if the last build is missing or older than the sources. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stampOf } from "./stamp.ts";

const WEB = join(import.meta.dirname, "..");
const DIST = join(WEB, "dist");

const stamp = stampOf();
if (!isFresh()) {
  process.stderr.write("Building the web client …\n");
  // With the NODE_ENV of a test run, the build would contain the development versions of the libraries, which are twice
  // as large.
  process.env.NODE_ENV = "production";
  // Built in a separate folder and then renamed, so that concurrent readers and builds find a complete client.
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
