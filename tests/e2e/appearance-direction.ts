/** Finds elements with the wrong direction on a page that runs from right to left. */
import type { Page } from "playwright-core";

/** Icons that point in a direction and must be mirrored. */
const POINTING = ["arrow-left", "arrow-right", "chevron-left", "chevron-right", "forward", "log-out", "reply"]
  .concat("send-horizontal", "skip-back", "skip-forward", "text-quote")
  .map((name) => `svg.lucide-${name}`)
  .join();

/** Public names and commands always run from left to right, otherwise their @ or / would be at the wrong end. */
function rtlNames(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text;
    const around = parentElement!;
    const text = /^[@/]$/.test(data) ? around.textContent : data;
    if (/^[@/]\w/.test(text) && getComputedStyle(around).direction === "rtl") found.push(around.outerHTML);
  }
  return found;
}

/**
 * A separator must belong to the surrounding line. Inside one of the separated elements it would move to its other
 * side.
 */
function misplacedSeparators(): string[] {
  return [...document.querySelectorAll("bdi, [dir]:not(html, div, section)")]
    .filter((each) => /^\s*·|·\s*$/.test(each.textContent))
    .map((each) => each.outerHTML);
}

function unmirrored(pointing: string): string[] {
  if (getComputedStyle(document.body).direction !== "rtl") return [];
  return [...document.querySelectorAll(pointing)]
    .filter((each) => each.checkVisibility() && !getComputedStyle(each).scale.startsWith("-1"))
    .map((each) => each.outerHTML);
}

/** @returns the elements of which a part is on the wrong side */
export async function wrongDirection(page: Page): Promise<string[]> {
  const found = await Promise.all([
    page.evaluate(rtlNames),
    page.evaluate(misplacedSeparators),
    page.evaluate(unmirrored, POINTING),
  ]);
  return found.flat();
}
