/** The page `/reference` for the keyboard and for screen readers, in a wide window and on a phone. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, focused, leaveBrowser, openBrowser, PHONE, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

/** In the page: counts the elements that scroll and that neither take the focus nor contain anything that does. */
function countUnreached(): number {
  const scrolls = (each: Element) => {
    const { overflowX, overflowY } = getComputedStyle(each);
    return (
      (each.scrollWidth > each.clientWidth && /auto|scroll/.test(overflowX)) ||
      (each.scrollHeight > each.clientHeight && /auto|scroll/.test(overflowY))
    );
  };
  const takesFocus = (each: HTMLElement) =>
    each.tabIndex >= 0 || each.querySelector("a[href], button, [tabindex='0']") !== null;
  const within = [...document.querySelectorAll<HTMLElement>("body, body *")];
  return within.filter((each) => scrolls(each) && !takesFocus(each)).length;
}

describe.skipIf(executable === undefined)("the reference", () => {
  let browser: Browser;
  let t: TestService;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  test.each([
    ["a wide window", { viewport: { width: 1440, height: 900 } }],
    ["a phone", PHONE],
  ])("has no violations in %s, no empty headers, and nothing that only a pointer scrolls", async (_where, options) => {
    const screen = await Screen.open(browser, t.url, options);
    const { page } = screen;
    await page.goto("/reference");
    await page.getByRole("heading", { name: "Bot API", level: 1 }).waitFor();
    expect(
      await page.evaluate(() => [...document.querySelectorAll("th")].filter((each) => !each.textContent.trim()).length),
    ).toBe(0);
    expect(await page.evaluate(countUnreached)).toBe(0);
    // The page itself does not scroll sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await screen.violations()).toEqual([]);
    await page.keyboard.press("Tab");
    await focused(page.getByRole("link", { name: "Skip the list of methods" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement!.closest("main") !== null)).toBe(true);
    await screen.close();
  });
});
