/** Whether two pages have the same time. */
import type { Page } from "playwright-core";

const TRIES = 15;

/**
 * How far the clocks of two pages of one browser are apart at most, in milliseconds. They count from the start of each
 * page by the machine's one steady clock, so it should be next to nothing. One page is asked between two questions to the
 * other: its answer lies between theirs, and the closer these are, the less the clocks can differ.
 */
export async function clocksApart(one: Page, other: Page): Promise<number> {
  let apart = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) {
    const before = await now(one);
    const between = await now(other);
    const after = await now(one);
    apart = Math.min(apart, Math.max(between - before, after - between));
  }
  return apart;
}

async function now(page: Page): Promise<number> {
  return (await page.evaluate("bench.now()")) as number;
}
