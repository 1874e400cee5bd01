/** On a narrow screen, inline buttons wrap to another row before one of their words is broken. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();

const WIDTH = 320;
const LONG = "Donaudampfschifffahrtsgesellschaftskapitän";
const ROWS = [
  ["Unsubscribe", "Notifications settings", "Preferences"],
  ["Yes", "No"],
  [LONG, "Back"],
];

describe.skipIf(executable === undefined)("narrow buttons", () => {
  let browser: Browser;
  let t: TestService;
  let bob: Screen;
  beforeAll(async () => {
    t = await startWithClient();
    await t.as("bob", "startBot", { user_id: t.id("echo_bot") });
    const inline_keyboard = ROWS.map((row) => row.map((text) => ({ text, callback_data: text })));
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("bob"), text: "Hi", reply_markup: { inline_keyboard } });
    browser = await openBrowser(executable!);
    bob = await Screen.signIn(browser, t, "bob", { viewport: { width: WIDTH, height: 640 } });
    await bob.page.goto(`/chat/${t.id("echo_bot")}`);
    await bob.page.getByRole("button", { name: "Preferences" }).waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  /** The number of lines of each word of a button, and the end of the button. */
  const look = (name: string) =>
    bob.page.getByRole("button", { name, exact: true }).evaluate((button) => {
      const node = button.querySelector("span")!.firstChild!;
      const lines = [...node.textContent!.matchAll(/\S+/g)].map(({ index, 0: word }) => {
        const range = button.ownerDocument.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      const { top, right } = button.getBoundingClientRect();
      return { lines, top, right };
    });

  test("words are not broken, and nothing overflows the screen", async () => {
    for (const text of ROWS.flat()) {
      const { lines, right } = await look(text);
      expect(right, text).toBeLessThan(WIDTH);
      // A word that is wider than a row is broken.
      expect(text === LONG || lines.every((count) => count === 1), text).toBe(true);
    }
  });

  test("buttons that fit stay in their row", async () => {
    expect((await look("Yes")).top).toBe((await look("No")).top);
  });
});
