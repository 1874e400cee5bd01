/** A machine that draws late: what is pressed and typed meanwhile goes where the person means it to. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { drawPicture } from "../kit/media.ts";
import { sendFile } from "../kit/send-file.ts";
import type { TestService } from "../kit/service.ts";
import { findChromium, focused, gone, holds, lateFrames, launch, Screen, startWithClient } from "./browser.ts";

const executable = findChromium();
const LATE_MS = 200;

describe.skipIf(executable === undefined)("where frames come late", () => {
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
    browser = await launch(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    page = alice.page;
    await page.addInitScript(lateFrames(LATE_MS));
  });
  beforeEach(async () => {
    await page.goto(`/chat/${t.id("Team")}`);
    await said().waitFor();
    await alice.field.fill("");
    await frames();
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  const said = () => alice.message("Bob, The harbour is closed");
  /** More frames than anything waits for. */
  const frames = () =>
    page.evaluate("(async () => { for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame); })()");
  const reply = async () => {
    await said().click({ button: "right" });
    await page.getByRole("menuitem", { name: "Reply" }).click();
  };

  test("Escape closes a photo as soon as it is there", async () => {
    await alice.message("Photo").getByRole("button", { name: "Photo" }).click();
    const viewer = page.getByRole("dialog", { name: "Photo" });
    await viewer.waitFor();
    await page.keyboard.press("Escape");
    await gone(viewer);
  });

  test("arrows go down a menu as soon as it is there", async () => {
    await said().press("Enter");
    const items = page.getByRole("menuitem");
    await items.first().waitFor();
    await page.keyboard.press("ArrowDown");
    await focused(items.first());
    await page.keyboard.press("Escape");
    await focused(said());
  });

  test("a dialog that is opened after a search keeps the keyboard", async () => {
    await alice.field.press("Control+f");
    await page.getByRole("searchbox", { name: "Search in this chat" }).press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Te");
    await frames();
    await page.keyboard.type("am");
    await holds(page.getByRole("combobox"), "Team");
  });

  test("what is selected after an answer was begun stays selected", async () => {
    await reply();
    await said()
      .getByText("harbour")
      .dblclick({ position: { x: 40, y: 8 } });
    await frames();
    expect(await page.evaluate("document.getSelection().toString().trim()")).toBe("harbour");
  });

  test("what is typed after an answer was begun is the answer", async () => {
    await reply();
    await page.keyboard.type("Si");
    await frames();
    await page.keyboard.type("nce?");
    await holds(alice.field, "Since?");
    await page.getByText("Reply to Bob").waitFor();
  });

  test("nothing of it made the console complain", () => {
    expect(alice.faults).toEqual([]);
  });
});
