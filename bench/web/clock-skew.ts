/** Measures the clock skew between two pages. */
import type { Page } from "playwright-core";
import "./page/interface.ts";

const LEAST_TRIES = 15;
/** On a busy machine most intervals are long. */
const MOST_TRIES = 400;

/**
 * Returns an upper bound for the clock skew between two pages of one browser, in milliseconds. Both clocks are derived from the
 * monotonic clock of the machine, so the skew should be close to 0. The time of one page is read between two reads of the other;
 * the interval between these two reads bounds the skew. It is repeated until the bound is at most `enough_ms`, if it ever is.
 */
export async function clockSkew(one: Page, other: Page, enough_ms: number): Promise<number> {
  let skew = Number.POSITIVE_INFINITY;
  for (let i = 0; i < LEAST_TRIES || (i < MOST_TRIES && skew > enough_ms); i++) {
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
