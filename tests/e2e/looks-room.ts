/** What has no room on a page: it is wider than the window, or what lies over it is cut where nobody can scroll. */
import type { Page } from "playwright-core";

/** A phone on its side. */
const SIDEWAYS = { width: 780, height: 360 };

const OVER = ["dialog", "alertdialog", "menu"].map((role) => `[role=${role}]`).join();

const CUT = `(() => {
  const faults = [];
  for (const over of document.querySelectorAll(${JSON.stringify(OVER)})) {
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
})()`;

/** Looks at what lies over the page, as it is and on a phone on its side. */
export async function cutOff(page: Page): Promise<string[]> {
  if ((await page.locator(OVER).count()) === 0) return [];
  const before = page.viewportSize()!;
  const upright = await page.evaluate<string[]>(CUT);
  await page.setViewportSize(SIDEWAYS);
  // What is placed beside something is placed anew a frame later.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  const sideways = await page.evaluate<string[]>(CUT);
  await page.setViewportSize(before);
  return [...upright, ...sideways.map((fault) => `on its side: ${fault}`)];
}

const WIDER = `(async () => {
  const { documentElement: html } = document;
  html.dataset.textSize = "huge";
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const wider = html.scrollWidth - html.clientWidth;
  delete html.dataset.textSize;
  return wider;
})()`;

/** By how much the page is wider than the window, in pixels: as it is, and with very large text. */
export async function tooWide(page: Page): Promise<readonly [number, number]> {
  const now = await page.evaluate<number>(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  return [now, await page.evaluate<number>(WIDER)];
}
