/** What stands the wrong way round on a page, wherever its lines run from right to left. */
import type { Page } from "playwright-core";

/** Signs that point somewhere: back, on, out, at what was said before. */
const POINTING = ["arrow-left", "arrow-right", "chevron-left", "chevron-right", "forward", "log-out", "reply"]
  .concat("send-horizontal", "skip-back", "skip-forward", "text-quote")
  .map((name) => `svg.lucide-${name}`)
  .join();

/** Public names and commands run from left to right everywhere: else their @ or / stands at the wrong end. */
const TURNED = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const text = /^[@/]$/.test(data) ? parentElement.textContent : data;
    if (/^[@/]\\w/.test(text) && getComputedStyle(parentElement).direction === "rtl") found.push(parentElement.outerHTML);
  }
  return found;
})()`;

/** What parts two things belongs to the line that they stand in: within one of them, it goes to its other side. */
const TAKEN_ALONG = `[...document.querySelectorAll("bdi, [dir]:not(html, div, section)")]
  .filter((each) => /^\\s*·|·\\s*$/.test(each.textContent))
  .map((each) => each.outerHTML)`;

const UNMIRRORED = `getComputedStyle(document.body).direction !== "rtl" ? [] :
  [...document.querySelectorAll(${JSON.stringify(POINTING)})]
    .filter((each) => each.checkVisibility() && !getComputedStyle(each).scale.startsWith("-1"))
    .map((each) => each.outerHTML)`;

/** @returns the elements of which a part stands on the wrong side */
export async function turnedAround(page: Page): Promise<string[]> {
  const found = await Promise.all([TURNED, TAKEN_ALONG, UNMIRRORED].map((each) => page.evaluate<string[]>(each)));
  return found.flat();
}
