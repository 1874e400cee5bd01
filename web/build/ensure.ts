/** Builds the client if what was built before is missing or older than its sources; otherwise takes a moment. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stampOf } from "./stamp.ts";

const WEB = join(import.meta.dirname, "..");
const STAMP = join(WEB, "dist", ".stamp");

const stamp = stampOf();
if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== stamp) {
  process.stderr.write("Building the web client …\n");
  // oxlint-disable-next-line no-process-env -- a build begun by a test would get the libraries as developers need them
  process.env.NODE_ENV = "production";
  const { build } = await import("vite");
  await build({ configFile: join(WEB, "vite.config.ts"), logLevel: "warn" });
  writeFileSync(STAMP, stamp);
}
