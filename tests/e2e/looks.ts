/** axe finds nothing: every screen of a language, wide and on a phone; colours are looked at in the dark, too. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { drawFilm } from "./films.ts";
import { findChromium, launch, MICROPHONE, Screen } from "./browser.ts";
import { turnedAround } from "./looks-direction.ts";
import { cutOff, tooWide } from "./looks-room.ts";
import { GUEST, MEMBER, OWNER, type Viewer } from "./looks-screens.ts";
import { startLooks } from "./looks-world.ts";
import { wordsIn } from "./words.ts";

const executable = findChromium();

const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  "on a phone": { viewport: { width: 390, height: 780 }, hasTouch: true },
} as const;

export function describeLooks(language: "en" | "ar"): void {
  describe.skipIf(executable === undefined)(`axe finds nothing in ${language}:`, () => {
    judge(language);
  });
}

function judge(language: "en" | "ar"): void {
  let browser: Browser;
  let t: TestService;
  let signedIn: Readonly<Record<string, Screen>>;
  beforeAll(async () => {
    browser = await launch(executable!, MICROPHONE);
    t = await startLooks(await drawFilm(await browser.newPage()));
    signedIn = { alice: await Screen.signIn(browser, t, "alice"), carla: await Screen.signIn(browser, t, "carla") };
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  describe.each(Object.entries(SIZES))("%s,", (_size, options) => {
    const viewers: Record<string, Viewer> = {};
    beforeAll(async () => {
      for (const who of ["guest", "alice", "carla"]) {
        const cookies = who === "guest" ? [] : (await signedIn[who]!.page.context().storageState()).cookies;
        const storageState = { cookies, origins: [] };
        const screen = await Screen.open(browser, t.url, {
          ...options,
          locale: language,
          reducedMotion: "reduce",
          colorScheme: "light",
          storageState,
        });
        viewers[who] = { t, screen, page: screen.page, say: wordsIn(language) };
      }
    });
    afterEach(async () => {
      for (const { page } of Object.values(viewers)) await page.context().setOffline(false);
    });
    afterAll(async () => {
      for (const { screen } of Object.values(viewers)) await screen.close();
    });

    describe.each([
      ["a guest", "guest", GUEST],
      ["the owner", "alice", OWNER],
      ["somebody to whom much is refused", "carla", MEMBER],
    ])("to %s:", (_what, who, ways) => {
      test.each(Object.entries(ways))("%s", async (_name, go) => {
        const { screen, page } = viewers[who]!;
        await page.emulateMedia({ colorScheme: "light" });
        await go(viewers[who]!);
        expect(await screen.violations()).toEqual([]);
        if (language === "en") {
          // In the dark there are the same elements in other colours, and colours know no language.
          await page.emulateMedia({ colorScheme: "dark" });
          expect(await screen.violations(["color-contrast"])).toEqual([]);
        }
        expect(await tooWide(page)).toEqual([0, 0]);
        expect(await turnedAround(page)).toEqual([]);
        expect(await cutOff(page)).toEqual([]);
        expect(screen.faults).toEqual([]);
      });
    });
  });
}
