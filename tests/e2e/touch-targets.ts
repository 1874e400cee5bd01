/** Finds controls that a finger cannot hit: smaller than 44 px, or with another control over their centre. */
import type { Page } from "playwright-core";
import { settle } from "./browser.ts";
import { loadScript } from "./page-scripts/load.ts";

/** What `page-scripts/touch-faults.ts` offers. */
export interface TouchFaults {
  touchFaults(): string[];
}

const SCRIPT = new URL("./page-scripts/touch-faults.ts", import.meta.url);

/** The faults of the open overlay, or of the page. What opens grows at first, so its animation is waited for. */
export async function touchFaults(page: Page): Promise<string[]> {
  await page.evaluate(settle);
  await loadScript(page, SCRIPT);
  return page.evaluate(() => (globalThis as unknown as TouchFaults).touchFaults());
}
