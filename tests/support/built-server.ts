/** The bundle of the server that tests start as a process: it starts in half the processor time of the sources. */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "../..");
/** Beside the packages, which the bundle imports. */
const BUILT = join(PROJECT, "node_modules/.cache/heliogram-tests");
const SOURCES = ["server", "shared", "tools/release"];
const NOT_SOURCES = /(^|\/)node_modules\/|\.test\.ts$/;
const KEPT_MS = 86_400_000;
/** What programs of the bundle find beside its folder `dist`. */
const BESIDE = ["server/package.json", "examples", "web/dist"];

/** Makes the bundle if there is none of the present sources. @returns the path of its command `heliogram` */
export async function builtServer(): Promise<string> {
  const folder = join(BUILT, stampOf());
  const program = join(folder, "dist/heliogram.js");
  if (existsSync(program)) return program;
  const made = `${folder}-${process.pid}`;
  const { bundleServer } = await import("../../tools/release/bundle-server.ts");
  await bundleServer(join(made, "dist"));
  cpSync(join(PROJECT, "server/store/migrations"), join(made, "dist/migrations"), { recursive: true });
  for (const path of BESIDE) symlinkSync(join(PROJECT, path), join(made, path.replace(/^server\/|\/dist$/, "")));
  removeOld();
  // Renamed when it is complete. A run beside this one may have been faster.
  if (existsSync(folder)) rmSync(made, { recursive: true });
  else renameSync(made, folder);
  return program;
}

/** Removes the bundles of earlier sources, which no run uses any more. */
function removeOld(): void {
  for (const name of readdirSync(BUILT)) {
    const path = join(BUILT, name);
    if (statSync(path).mtimeMs < Date.now() - KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** A hash of everything from which the bundle is made. */
function stampOf(): string {
  const hash = createHash("sha256");
  const paths = SOURCES.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const files = [...paths.filter((path) => /\.(ts|js|json|sql)$/.test(path)), "package-lock.json"];
  for (const path of files.filter((each) => !NOT_SOURCES.test(each)).sort())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(PROJECT, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}
