/** Injected texts on every screen that shows texts of other users: they are shown as text and do not break the layout. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, leaveBrowser, openBrowser, Screen } from "./browser.ts";
import { startInjectionService, REVERSED, type Attacker } from "./injection-fixtures.ts";
import { SCREENS } from "./injection-screens.ts";
import type { Walk } from "./injection-walk.ts";
import { pageState, waitForTexts, collectFaults } from "./injection-checks.ts";

const executable = findChromium();

const PHONE = { width: 390, height: 780 };
const DESK = { width: 1200, height: 780 };

type Plant = (page: Page) => Promise<void>;

const styled =
  (selector: string, css: string): Plant =>
  (page) =>
    page.locator(selector).evaluate((each: HTMLElement, added) => void (each.style.cssText = added), css);

const plantMarkup: Plant = (page) =>
  page.evaluate(() => {
    try {
      document.body.innerHTML = "<img src=x onerror=globalThis.ran=1>";
    } catch {
      // The policy refuses it, which is the fault that is to be found.
    }
  });

const plantReversed: Plant = (page) =>
  page.locator("h1").evaluate((each, words) => void (each.textContent = words), `\u202E${REVERSED}, who wrote this`);

describe.skipIf(executable === undefined)("injected texts", () => {
  let browser: Browser;
  let walk: Walk;
  let attackers: readonly Attacker[];
  beforeAll(async () => {
    const { t, attackers: created } = await startInjectionService();
    attackers = created;
    browser = await openBrowser(executable!);
    const screen = await Screen.signIn(browser, t, "alice", { viewport: PHONE, reducedMotion: "reduce" });
    const { page } = screen;
    await page.addInitScript(collectFaults);
    page.on("dialog", (dialog) => {
      screen.errors.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    walk = { t, screen, page };
    await page.goto("/");
    await screen.choose("Turn on notifications");
  }, 240_000);
  afterAll(async () => {
    await leaveBrowser(browser);
    await walk.t.stop();
  });

  test.each<[what: string, plant: Plant, fault: string]>([
    ["text interpreted as markup", plantMarkup, "violations"],
    ["a script that runs", (page) => page.evaluate(() => void Object.assign(globalThis, { ran: 1 })), "ran"],
    ["a missing text", (page) => page.locator("h1").evaluate((each) => each.remove()), "unread"],
    ["an invisible text", styled("h1", "opacity: 0"), "unread"],
    ["text cut off without an ellipsis", styled("h1", "white-space: nowrap; width: 9px; overflow: hidden"), "too_wide"],
    [
      "text beyond the window",
      styled("h1", "position: fixed; left: 300px; width: 400px; white-space: nowrap"),
      "too_wide",
    ],
    [
      "a column that scrolls horizontally",
      styled("main", "overflow: auto; padding-right: 600px; width: 300px"),
      "too_wide",
    ],
    ["text reversed by an override before it", plantReversed, "runs_on"],
    ["a changed document title", (page) => page.evaluate(() => void (document.title = "Na")), "title"],
  ])("%s is found", async (_what, plant, fault) => {
    const { page, screen } = walk;
    await page.goto("/nonsense");
    const text = "There is nothing here";
    await waitForTexts(page, [text]);
    expect(await faultsOf([text])).toEqual([]);
    await plant(page);
    const found = await faultsOf([text]);
    expect(JSON.stringify(found)).toContain(`"${fault}"`);
    screen.errors.splice(0);
  });

  /** The faults of the page at both widths. */
  async function faultsOf(texts: readonly string[]): Promise<readonly unknown[]> {
    const { page, screen } = walk;
    const found = [];
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await screen.settle();
      const { title, ...faults } = await pageState(page, size === PHONE ? texts : []);
      if (!/^(\(\d+\) )?(.* · )?Heliogram$/s.test(title)) found.push({ title });
      for (const [what, each] of Object.entries(faults)) {
        if (each !== undefined && (!Array.isArray(each) || each.length > 0))
          found.push({ [what]: each, width: size.width });
      }
    }
    await page.setViewportSize(PHONE);
    return [...found, ...screen.errors.splice(0)];
  }

  describe.each(Object.entries(SCREENS))("on screens: %s,", (_where, places) => {
    test.each(Object.entries(places))("%s", async (_name, openScreen) => {
      const found: Record<string, unknown> = {};
      for (const attacker of attackers) {
        const texts = await openScreen(walk, attacker);
        await waitForTexts(walk.page, texts);
        const faults = await faultsOf(texts);
        if (faults.length > 0) found[attacker.kind] = faults;
      }
      expect(found).toEqual({});
    });
  });
});
