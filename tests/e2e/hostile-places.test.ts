/** Hostile texts in every place where the client shows what others have written: as text, in its place, and no more. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChromium, launch, Screen } from "./browser.ts";
import { startCast, TURNED, type Villain } from "./hostile-cast.ts";
import { PLACES, type Stage } from "./hostile-places.ts";
import { sightOf, untilRead, WATCH } from "./hostile-sight.ts";

const executable = findChromium();

const PHONE = { width: 390, height: 780 };
const DESK = { width: 1200, height: 780 };

describe.skipIf(executable === undefined)("hostile texts", () => {
  let browser: Browser;
  let stage: Stage;
  let villains: readonly Villain[];
  beforeAll(async () => {
    const { t, villains: cast } = await startCast();
    villains = cast;
    browser = await launch(executable!);
    const screen = await Screen.signIn(browser, t, "alice", { viewport: PHONE, reducedMotion: "reduce" });
    const { page } = screen;
    await page.addInitScript(WATCH);
    page.on("dialog", (dialog) => {
      screen.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    stage = { t, screen, page };
    await page.goto("/");
    await screen.choose("Turn on notifications");
  }, 240_000);
  afterAll(async () => {
    await browser.close();
    await stage.t.stop();
  });

  test.each([
    [
      "a text that is taken for markup",
      `document.body.innerHTML = "<img src=x onerror=globalThis.ran=1>"`,
      "violations",
    ],
    ["a script that runs", "globalThis.ran = 1", "ran"],
    ["a text that is nowhere", "document.querySelector('h1').remove()", "unread"],
    ["a text that cannot be seen", "document.querySelector('h1').style.opacity = 0", "unread"],
    [
      "words cut off without a sign",
      "document.querySelector('h1').style.cssText = 'white-space: nowrap; width: 9px; overflow: hidden'",
      "too_wide",
    ],
    [
      "words beyond the window",
      "document.querySelector('h1').style.cssText = 'position: fixed; left: 300px; width: 400px; white-space: nowrap'",
      "too_wide",
    ],
    [
      "a column that scrolls sideways",
      "document.querySelector('main').style.cssText = 'overflow: auto; padding-right: 600px; width: 300px'",
      "too_wide",
    ],
    [
      "words turned round by what stands before",
      `document.querySelector("h1").textContent = "\\u202E${TURNED}, who wrote this"`,
      "runs_on",
    ],
    ["a title", "document.title = 'Na'", "title"],
  ])("%s is found", async (_what, plant, fault) => {
    const { page, screen } = stage;
    await page.goto("/nonsense");
    const words = "There is nothing here";
    await untilRead(page, [words]);
    expect(await faultsOf([words])).toEqual([]);
    await page.evaluate(`try { ${plant} } catch {}; null`);
    const found = await faultsOf([words]);
    expect(JSON.stringify(found)).toContain(`"${fault}"`);
    screen.faults.splice(0);
  });

  /** What is wrong with the page, at both widths. */
  async function faultsOf(texts: readonly string[]): Promise<readonly unknown[]> {
    const { page, screen } = stage;
    const found = [];
    for (const size of [PHONE, DESK]) {
      await page.setViewportSize(size);
      await screen.still();
      const { title, ...faults } = await sightOf(page, size === PHONE ? texts : []);
      if (!/^(\(\d+\) )?Heliogram$/.test(title)) found.push({ title });
      for (const [what, each] of Object.entries(faults)) {
        if (each !== undefined && (!Array.isArray(each) || each.length > 0))
          found.push({ [what]: each, width: size.width });
      }
    }
    await page.setViewportSize(PHONE);
    return [...found, ...screen.faults.splice(0)];
  }

  describe.each(Object.entries(PLACES))("in places %s:", (_where, places) => {
    test.each(Object.entries(places))("%s", async (_name, goThere) => {
      const found: Record<string, unknown> = {};
      for (const villain of villains) {
        const texts = await goThere(stage, villain);
        await untilRead(stage.page, texts);
        const faults = await faultsOf(texts);
        if (faults.length > 0) found[villain.kind] = faults;
      }
      expect(found).toEqual({});
    });
  });
});
