/**
 * Axe finds nothing on the screens of a language, in a wide window and on a phone; colours are also checked in the dark
 * theme.
 */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { recordVideo } from "./video.ts";
import { touchFaults } from "./touch-targets.ts";
import { findChromium, leaveBrowser, MICROPHONE, openBrowser, PHONE, Screen } from "./browser.ts";
import { wrongDirection } from "./appearance-direction.ts";
import { forcedColourFaults } from "./appearance-forced-colors.ts";
import { overlayOverflow, pageOverflow } from "./appearance-overflow.ts";
import { GUEST, MEMBER, OWNER } from "./appearance-screens.ts";
import type { OpenScreen, Viewer } from "./appearance-viewer.ts";
import { startAppearanceService } from "./appearance-fixtures.ts";
import { translationsIn } from "./translations.ts";

const executable = findChromium();

const SIZES = {
  wide: { viewport: { width: 1440, height: 900 } },
  "on a phone": PHONE,
} as const;

const COLOURS = ["color-contrast"];

/** Which screens are checked, and in which sizes. */
interface Selection {
  readonly sizes: readonly (keyof typeof SIZES)[];
  /** The themes in which colours are checked. They are the same in every language. */
  readonly themes: readonly ("light" | "dark" | "forced")[];
}

export function describeAppearance(language: "en" | "ar", walk: Selection): void {
  describe.skipIf(executable === undefined)(`axe finds nothing in ${language}:`, () => {
    checkScreens(language, walk);
  });
}

function checkScreens(language: "en" | "ar", { sizes, themes }: Selection): void {
  let browser: Browser;
  let t: TestService;
  let signedIn: Readonly<Record<string, Screen>>;
  beforeAll(async () => {
    browser = await openBrowser(executable!, MICROPHONE);
    t = await startAppearanceService(await recordVideo(await browser.newPage()));
    signedIn = { alice: await Screen.signIn(browser, t, "alice"), carla: await Screen.signIn(browser, t, "carla") };
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  describe.each(sizes.map((size) => [size, SIZES[size]] as const))("%s,", (_size, options) => {
    const viewers: Record<string, Viewer> = {};
    beforeAll(async () => {
      for (const who of ["guest", "alice", "carla"]) {
        const cookies = who === "guest" ? [] : (await signedIn[who]!.page.context().storageState()).cookies;
        const storageState = { cookies, origins: [] };
        // Where browsers have passkeys: not at an IP address.
        const local = { baseURL: t.url.replace("127.0.0.1", "localhost") };
        const screen = await Screen.open(browser, t.url, {
          ...options,
          ...(who === "guest" ? local : {}),
          locale: language,
          reducedMotion: "reduce",
          colorScheme: "light",
          storageState,
        });
        viewers[who] = { t, screen, page: screen.page, say: translationsIn(language) };
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
      ["a member with few rights", "carla", MEMBER],
    ])("to %s:", (_what, who, all) => {
      test.each(Object.entries(all))("%s", async (_name, open) => {
        await checkScreen(viewers[who]!, open, themes);
      });
    });
  });
}

/** Opens a screen and checks it. */
async function checkScreen(viewer: Viewer, open: OpenScreen, themes: Selection["themes"]): Promise<void> {
  const { screen, page } = viewer;
  await page.emulateMedia({ colorScheme: "light" });
  await screen.closeOverlays();
  await open(viewer);
  expect(await screen.violations(themes.includes("light") ? {} : { except: COLOURS })).toEqual([]);
  // The dark theme has the same elements in other colours.
  if (themes.includes("dark")) await page.emulateMedia({ colorScheme: "dark" });
  expect(themes.includes("dark") ? await screen.violations({ only: COLOURS }) : []).toEqual([]);
  expect(themes.includes("forced") ? await forcedColourFaults(page) : []).toEqual([]);
  const isCoarse = await page.evaluate(() => matchMedia("(pointer: coarse)").matches);
  expect(isCoarse ? await touchFaults(page) : []).toEqual([]);
  expect(await pageOverflow(page)).toEqual([0, 0]);
  expect(await wrongDirection(page)).toEqual([]);
  expect(await overlayOverflow(page)).toEqual([]);
  expect(screen.errors).toEqual([]);
}
