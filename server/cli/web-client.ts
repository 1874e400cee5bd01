/** Where the built web client lies: in the package `@heliogram/web`, which a checkout builds and a release brings along. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the built client, or `undefined` where nobody has built it. */
export function findWebClient(): string | undefined {
  const dist = join(dirname(fileURLToPath(import.meta.resolve("@heliogram/web/package.json"))), "dist");
  return existsSync(join(dist, "index.html")) ? dist : undefined;
}
