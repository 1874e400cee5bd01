/** Where the built web client lies: in the package `@heliogram/web`, which a checkout builds and a release brings along. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientFiles } from "../http/client-door.ts";

/** The folder of the built client, or `undefined` where nobody has built it. */
export function findWebClient(): string | undefined {
  const dist = join(dirname(fileURLToPath(import.meta.resolve("@heliogram/web/package.json"))), "dist");
  return existsSync(join(dist, "index.html")) ? dist : undefined;
}

export function readWebClient(dir: string): ClientFiles {
  return { dir, page: readFileSync(join(dir, "index.html")) };
}
