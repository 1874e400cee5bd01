/** Measures the clock skew between two pages. */
import type { Page } from "playwright-core";
import "./page/interface.ts";

const TRIES = 15;

/**
 * Returns an upper bound for the clock skew between two pages of one browser, in milliseconds. Both clocks are derived from the
 * monotonic clock of the machine, so the skew should be close to 0. The time of one page is read between two reads of the other;
 * the interval between these two reads bounds the skew.
 */
export async function clockSkew(one: Page, other: Page): Promise<number> {
  let skew = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) {
    const before = await now(one);
    const between = await now(other);
    const after = await now(one);
    skew = Math.min(skew, Math.max(between - before, after - between));
  }
  return skew;
}

function now(page: Page): Promise<number> {
  return page.evaluate(() => bench.now());
}
