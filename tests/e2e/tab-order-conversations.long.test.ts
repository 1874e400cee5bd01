/** The tab order of topics, reactions, previews, rich messages, live locations and share requests, and of their overlays. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WORLD, type TestService } from "../support/service.ts";
import { CONVERSATIONS, fillConversations, PREVIEWS, withConversations } from "./appearance-conversations.ts";
import type { Viewer } from "./appearance-viewer.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";
import { ALERT, DIALOG, MENU } from "./tab-order/overlay.ts";
import { installInPage } from "./tab-order/page.ts";
import { walk } from "./tab-order/walk.ts";
import { translationsIn } from "./translations.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("every control of conversations can be reached with the keyboard:", () => {
  let browser: Browser;
  let t: TestService;
  let viewer: Viewer;
  beforeAll(async () => {
    t = await startWithClient(withConversations(WORLD.chats), undefined, PREVIEWS);
    await fillConversations(t);
    browser = await openBrowser(executable!);
    const screen = await Screen.signIn(browser, t, "alice", {
      reducedMotion: "reduce",
      viewport: { width: 1440, height: 1000 },
    });
    viewer = { t, screen, page: screen.page, say: translationsIn("en") };
    await installInPage(screen.page);
    await screen.page.goto("/");
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  // The grid of reactions is moved through with arrow keys in reactions.test.ts.
  const screens = Object.entries(CONVERSATIONS).filter(([name]) => name !== "the reaction picker");
  test.each(screens)("%s", async (_name, open) => {
    const { screen, page } = viewer;
    await screen.closeOverlays();
    await open(viewer);
    await screen.settle();
    for (const [scope, kind] of [
      [MENU, "menu"],
      [DIALOG, "dialog"],
      [ALERT, "dialog"],
    ] as const) {
      if ((await page.locator(scope).count()) === 0) continue;
      expect(await walk(page, { scope, kind })).toEqual([]);
      return;
    }
    expect(await walk(page)).toEqual([]);
  });
});
