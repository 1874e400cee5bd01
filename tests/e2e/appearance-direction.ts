/** Finds elements with the wrong direction on a page that runs from right to left. */
import type { Page } from "playwright-core";

/** Icons that point in a direction and must be mirrored. */
const POINTING = ["arrow-left", "arrow-right", "chevron-left", "chevron-right", "forward", "log-out", "reply"]
  .concat("send-horizontal", "skip-back", "skip-forward", "text-quote")
  .map((name) => `svg.lucide-${name}`)
  .join();

/** Public names and commands always run from left to right, otherwise their @ or / would be at the wrong end. */
const RTL_NAMES = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const text = /^[@/]$/.test(data) ? parentElement.textContent : data;
    if (/^[@/]\\w/.test(text) && getComputedStyle(parentElement).direction === "rtl") found.push(parentElement.outerHTML);
  }
  return found;
})()`;

/**
 * A separator must belong to the surrounding line. Inside one of the separated elements it would move to its other
 * side.
 */
const MISPLACED_SEPARATORS = `[...document.querySelectorAll("bdi, [dir]:not(html, div, section)")]
  .filter((each) => /^\\s*·|·\\s*$/.test(each.textContent))
  .map((each) => each.outerHTML)`;

const UNMIRRORED = `getComputedStyle(document.body).direction !== "rtl" ? [] :
  [...document.querySelectorAll(${JSON.stringify(POINTING)})]
    .filter((each) => each.checkVisibility() && !getComputedStyle(each).scale.startsWith("-1"))
    .map((each) => each.outerHTML)`;

/** @returns the elements of which a part is on the wrong side */
export async function wrongDirection(page: Page): Promise<string[]> {
  const found = await Promise.all(
    [RTL_NAMES, MISPLACED_SEPARATORS, UNMIRRORED].map((each) => page.evaluate<string[]>(each)),
  );
  return found.flat();
}
