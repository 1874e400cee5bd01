/** With delayed animation frames, clicks and keys still have the intended effect. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { sendFile } from "../support/send-file.ts";
import type { TestService } from "../support/service.ts";
import {
  delayFrames,
  findChromium,
  focused,
  hasValue,
  leaveBrowser,
  openBrowser,
  Screen,
  startWithClient,
  waitUntilGone,
} from "./browser.ts";

const executable = findChromium();
const LATE_MS = 200;

describe.skipIf(executable === undefined)("with late frames", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    const chat_id = t.id("Team");
    const photo = await drawPicture(60, 40, "#2d6a4f", "jpeg");
    await sendFile(t, "bob", ["sendPhoto", "photo", "hill.jpg", photo], chat_id);
    await t.as("bob", "sendMessage", { chat_id, text: "The harbour is closed" });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    page = alice.page;
    await page.addInitScript(delayFrames, LATE_MS);
  });
  beforeEach(async () => {
    await page.goto(`/chat/${t.id("Team")}`);
    await said().waitFor();
    await alice.field.fill("");
    await frames();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const said = () => alice.message("Bob, The harbour is closed");
  /** More frames than any code of the client waits for. */
  const frames = () =>
    page.evaluate(async () => {
      for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
    });
  const reply = async () => {
    await said().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Reply", exact: true }).click();
  };

  test("Escape closes a photo as soon as it is shown", async () => {
    await alice.message("Photo").getByRole("button", { name: "Photo" }).click();
    const viewer = page.getByRole("dialog", { name: "Photo" });
    await viewer.waitFor();
    await page.keyboard.press("Escape");
    await waitUntilGone(viewer);
  });

  test("arrow keys move in a menu as soon as it is shown", async () => {
    await said().press("Enter");
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    await page.keyboard.press("ArrowDown");
    await focused(items.first());
    await page.keyboard.press("Escape");
    await focused(said());
  });

  test("a dialog opened after a search keeps the focus", async () => {
    await alice.field.press("Control+f");
    await page.getByRole("searchbox", { name: "Search in this chat" }).press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Te");
    await frames();
    await page.keyboard.type("am");
    await hasValue(page.getByRole("combobox"), "Team");
  });

  test("text selected after starting a reply stays selected", async () => {
    await reply();
    await said()
      .getByText("harbour")
      .dblclick({ position: { x: 40, y: 8 } });
    await frames();
    expect(await page.evaluate(() => document.getSelection()!.toString().trim())).toBe("harbour");
  });

  test("text typed after starting a reply is the reply", async () => {
    await reply();
    await page.keyboard.type("Si");
    await frames();
    await page.keyboard.type("nce?");
    await hasValue(alice.field, "Since?");
    await page.getByText("Reply to Bob").waitFor();
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
