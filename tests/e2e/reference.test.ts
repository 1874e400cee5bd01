/** The page `/reference` for the keyboard and for screen readers, in a wide window and on a phone. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
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

/**
 * In the page: of the rows and sections that have the same elements, classes and attributes, keeps the first, and the
 * first row of each table.
 */
function keepOneOfEachShape(): void {
  const shape = (each: Element): string => {
    const attributes = each.getAttributeNames().filter((name) => name !== "id" && name !== "href");
    const within = new Set([...each.children].map(shape));
    return `${each.tagName}.${each.className}[${attributes.join()}](${[...within].join()})`;
  };
  const seen = new Set<string>();
  // Rows come first: what is left of them is the shape of a section.
  for (const selector of ["tbody tr:not(:first-child)", "main section"]) {
    for (const each of document.querySelectorAll(selector)) {
      const { size } = seen;
      if (seen.add(shape(each)).size === size) each.remove();
    }
  }
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

  const sizes = [
    ["a phone", PHONE],
    ["a wide window", { viewport: { width: 1440, height: 900 } }],
  ] as const;
  test.each(LONG_RUN ? sizes : sizes.slice(0, 1))(
    "has no violations in %s, no empty headers, and nothing that only a pointer scrolls",
    async (_where, options) => {
      const screen = await Screen.open(browser, t.url, options);
      const { page } = screen;
      await page.goto("/reference");
      await page.getByRole("heading", { name: "Bot API", level: 1 }).waitFor();
      expect(
        await page.evaluate(
          () => [...document.querySelectorAll("th")].filter((each) => !each.textContent.trim()).length,
        ),
      ).toBe(0);
      expect(await page.evaluate(countUnreached)).toBe(0);
      // The page itself does not scroll sideways.
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      // axe takes ten seconds for the whole page, most of them for the contrast of every text.
      if (!LONG_RUN) await page.evaluate(keepOneOfEachShape);
      expect(await screen.violations()).toEqual([]);
      await page.keyboard.press("Tab");
      await focused(page.getByRole("link", { name: "Skip the list of methods" }));
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement!.closest("main") !== null)).toBe(true);
      await screen.close();
    },
  );
});
