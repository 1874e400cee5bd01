/** The developer's pages in every appearance, in both directions: axe finds nothing, and nothing is wider than the page. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { develop } from "../developer/developer-calls.ts";
import { Receiver } from "../support/receiver.ts";
import { WORLD, type TestService } from "../support/service.ts";
import { APPEARANCES, findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const PAGES = {
  calls: "/developer",
  updates: "/developer/updates",
  webhooks: "/developer/webhooks",
  faults: "/developer/faults",
  people: "/developer/people",
  clock: "/developer/clock",
};

describe.skipIf(executable === undefined)("the developer's pages", () => {
  let browser: Browser;
  let t: TestService;
  let receiver: Receiver;
  beforeAll(async () => {
    t = await startWithClient(WORLD, undefined, { developer: true });
    browser = await openBrowser(executable!);
    receiver = new Receiver();
    receiver.answer = (_delivery, res) => res.writeHead(500).end("not today");
    await t.ok("guard_bot", "setWebhook", { url: await receiver.listen() });
    await t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text: "for the webhook" });
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "not for the other bot" });
    await t.bot("echo_bot", "sendMessage", { chat_id: 1, text: "to nobody" });
    await develop(t, "addFault", { method: "sendPhoto", bot: "echo_bot", error_code: 500, nth: 3 });
    await receiver.until(1);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await receiver.close();
    await t.stop();
  });

  describe.each(APPEARANCES)("%s", (_name, options) => {
    test.each(["en", "ar"])("in %s", async (locale) => {
      const screen = await Screen.open(browser, t.url, options);
      const { page } = screen;
      await page.addInitScript(`localStorage.setItem("heliogram:locale", ${JSON.stringify(JSON.stringify(locale))})`);
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(path);
        const entry = page.locator("[data-entry]");
        const isLog = name === "calls" || name === "updates" || name === "webhooks";
        await (isLog ? entry : name === "people" ? page.getByText("@alice") : page.locator("form")).first().waitFor();
        const found = await screen.violations();
        if (isLog) {
          await page.locator("[aria-expanded]").first().click();
          found.push(...(await screen.violations()));
          await entry.last().click();
          await page.getByRole("heading", { level: 2 }).waitFor();
          await page.locator("dl").waitFor();
          found.push(...(await screen.violations()));
        }
        expect([name, found]).toEqual([name, []]);
        const isWider = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        expect([name, isWider]).toEqual([name, false]);
      }
      expect(screen.errors).toEqual([]);
      await screen.close();
    });
  });
});
