/** The text of a guide. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @param name - the file in `docs/guides` */
export function guideText(name: string): string {
  return readFileSync(join(import.meta.dirname, "../../docs/guides", name), "utf8");
}
