/** Parts of the client that are loaded after the first screen, used before they are there. */
import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { findChromium, focused, inside, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

describe.skipIf(executable === undefined)("parts that are loaded late", () => {
  let browser: Browser;
  let t: TestService;
  let page: Page;
  /** Requests of scripts that get no response until `release`. */
  let held: Route[] = [];
  let isReleased = false;
  beforeAll(async () => {
    t = await startWithClient();
    browser = await openBrowser(executable!);
    ({ page } = await Screen.signIn(browser, t, "alice"));
    await page.clock.install();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  beforeEach(async () => {
    held = [];
    await page.unrouteAll();
  });

  /** Opens the list of chats without this script. */
  async function openWithout(script: string): Promise<void> {
    isReleased = false;
    await page.route(new RegExp(`/assets/${script}-`), (route) => (isReleased ? route.continue() : hold(route)));
    await page.goto("/");
    await page.locator("a[data-chat]").first().waitFor();
  }
  function hold(route: Route): void {
    held.push(route);
  }
  /** A page that is slow requests the script again: that gets its response too. */
  async function release(): Promise<void> {
    await until(() => held.length > 0, "the script is requested");
    isReleased = true;
    for (const route of held.splice(0)) await route.continue();
  }
  const button = () => page.getByRole("button", { name: "Menu", exact: true });
  const menu = () => page.getByRole("menu", { name: "Menu" });

  test("the main menu opens when it is loaded, if its button was pressed before", async () => {
    await openWithout("main-menu");
    await button().focus();
    await page.keyboard.press("Enter");
    expect(await menu().count()).toBe(0);
    await release();
    await inside(menu());
    await page.keyboard.press("Escape");
    await focused(button());
  });

  test("its button keeps the focus when the menu is loaded", async () => {
    await openWithout("main-menu");
    await button().focus();
    const early = (await button().elementHandle())!;
    await release();
    await until(() => early.evaluate((element) => !element.isConnected), "the menu is loaded");
    await focused(button());
    await page.keyboard.press("Enter");
    await inside(menu());
  });

  test("the switcher opened by its keys takes the focus when it is loaded, and gives it back", async () => {
    await openWithout("switcher-dialog");
    const chat = page.locator("a[data-chat]").first();
    await chat.focus();
    await page.keyboard.press("Control+k");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await release();
    await focused(page.getByRole("combobox"));
    await page.keyboard.press("Escape");
    await focused(chat);
  });

  test("a toast appears when the region of toasts is loaded", async () => {
    await openWithout("toast-region");
    await page.route("**/api/pinChatInList", (route) => route.abort());
    await page.locator("a[data-chat]").first().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Pin" }).click();
    await release();
    await page.getByText("cannot be reached").first().waitFor();
  });

  test("offline, a part that cannot be loaded does not reload the page, and is requested again", async () => {
    await openWithout("switcher-dialog");
    await page.evaluate(() => {
      document.body.setAttribute("data-first", "");
      addEventListener("vite:preloadError", () => document.body.setAttribute("data-failed", ""));
    });
    await page.keyboard.press("Control+k");
    await until(() => held.length > 0, "the script is requested");
    await page.context().setOffline(true);
    await until(() => page.evaluate(() => !navigator.onLine), "the page knows that it is offline");
    await held.pop()!.abort();
    await page.locator("body[data-failed]").waitFor();
    await page.context().setOffline(false);
    await until(async () => {
      await page.clock.fastForward(2000);
      return held.length > 0;
    }, "the script is requested again");
    await release();
    await focused(page.getByRole("combobox"));
    expect(await page.locator("body[data-first]").count()).toBe(1);
  });
});
