/** Finds overflow: a page wider than the window, and overlays that are cut off without scrolling. */
import type { Page } from "playwright-core";

/** A phone in landscape orientation. */
const LANDSCAPE = { width: 780, height: 360 };

const OVERLAYS = ["dialog", "alertdialog", "menu"].map((role) => `[role=${role}]`).join();

/** In the page. */
function findOverflow(overlays: string): string[] {
  const faults: string[] = [];
  for (const over of document.querySelectorAll(overlays)) {
    // Beside what the turned window has no more in sight, a menu is out of sight as well.
    if (over.closest("[data-anchor-hidden]")) continue;
    const { top, bottom } = over.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) faults.push("ends beyond the window: " + over.textContent);
    const ends = /auto|scroll/.test(getComputedStyle(over).overflowY) || over.scrollHeight <= over.clientHeight + 1;
    if (!ends) faults.push("is cut: " + over.textContent);
    for (const button of over.querySelectorAll("button"))
      if (button.scrollHeight > button.clientHeight + 1) faults.push("is squashed: " + button.textContent);
  }
  return faults;
}

/** Checks the open overlay, as it is and on a phone in landscape orientation. */
export async function overlayOverflow(page: Page): Promise<string[]> {
  if ((await page.locator(OVERLAYS).count()) === 0) return [];
  const before = page.viewportSize()!;
  const upright = await page.evaluate(findOverflow, OVERLAYS);
  await page.setViewportSize(LANDSCAPE);
  // Elements that are anchored to others are positioned one frame later.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const sideways = await page.evaluate(findOverflow, OVERLAYS);
  await page.setViewportSize(before);
  return [...upright, ...sideways.map((fault) => `on its side: ${fault}`)];
}

/** In the page. */
async function largeTextOverflow(): Promise<number> {
  const { documentElement: html } = document;
  html.dataset.textSize = "huge";
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const wider = html.scrollWidth - html.clientWidth;
  delete html.dataset.textSize;
  return wider;
}

/** By how many pixels the page is wider than the window, as it is and with very large text. */
export async function pageOverflow(page: Page): Promise<readonly [number, number]> {
  const now = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [now, await page.evaluate(largeTextOverflow)];
}
