/** Scripts that are too long for one function that a page evaluates: the files of this folder. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { transformSync } from "rolldown/utils";

const scripts = new Map<string, string>();

/** Runs a file in the page. It leaves what it offers in a global. */
export async function loadScript(page: Page, file: URL): Promise<void> {
  await page.evaluate(scriptOf(file));
}

function scriptOf(file: URL): string {
  let script = scripts.get(file.pathname);
  if (script === undefined) {
    const { code } = transformSync(file.pathname, readFileSync(file, "utf8"));
    // Imports of types alone leave an empty export behind.
    scripts.set(file.pathname, (script = `(() => {${code.replace("export {};", "")}})()`));
  }
  return script;
}
