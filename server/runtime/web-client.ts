/** Finds the built web client, which a checkout builds and a package contains. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientFiles } from "../http/routes/web-client.ts";

const DIST = new URL("../../web/dist/", import.meta.url);

/** The folder of the built client; `undefined` if it has not been built. */
export function findWebClient(): string | undefined {
  const dist = fileURLToPath(DIST);
  return existsSync(join(dist, "index.html")) ? dist : undefined;
}

export function readWebClient(dir: string): ClientFiles {
  return { dir, page: readFileSync(join(dir, "index.html")) };
}
