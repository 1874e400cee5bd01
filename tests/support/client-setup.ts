/** Builds the web client once, before the workers that open it in a browser. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

export default function setup(): void {
  const ensure = join(import.meta.dirname, "../../web/build/ensure.ts");
  execFileSync(process.execPath, [ensure], { stdio: ["ignore", "ignore", "inherit"] });
}
