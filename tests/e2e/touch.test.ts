/** Touch screens: targets that a finger hits, ten photos to be sent, and a message that is drawn aside to reply. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, PHONE, Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { waitUntilSteady } from "./message-list.ts";
import { touchFaults } from "./touch-targets.ts";

const executable = findChromium();
const TEN = Array.from({ length: 10 }, (_, at) => at);

describe.skipIf(executable === undefined)("on a touch screen", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  beforeAll(async () => {
    t = await startWithClient();
    const chat_id = t.id("Team");
    for (let i = 0; i < 12; i++) await t.as("bob", "sendMessage", { chat_id, text: `Line ${i}` });
    const { message_id } = await t.as("bob", "sendMessage", { chat_id, text: "Pinned line" });
    await t.as("alice", "pinChatMessage", { chat_id, message_id });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice", PHONE);
    page = alice.page;
  });
  beforeEach(async () => {
    await page.goto(`/chat/${t.id("Team")}`);
    await alice.message(/^Bob, Pinned line/).waitFor();
    await waitUntilSteady(page);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  /** Moves a finger, in steps. */
  async function drag(what: Locator, by: { readonly x: number; readonly y: number }, release = true): Promise<void> {
    const { x, y, width, height } = (await what.boundingBox())!;
    const from = { x: x + width / 2, y: y + height / 2 };
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [from]);
    for (let step = 1; step <= 8; step++) {
      await touch("touchMove", [{ x: from.x + (by.x * step) / 8, y: from.y + (by.y * step) / 8 }]);
    }
    if (release) await touch("touchEnd", []);
    await session.detach();
  }
  const replyBar = () => page.getByRole("button", { name: "Do not reply" });

  test.runIf(LONG_RUN)("every control of the chat and of its menus is large enough", async () => {
    expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    expect(await touchFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "What to do with this chat" }).tap();
    await page.getByRole("menu").waitFor();
    expect(await touchFaults(page)).toEqual([]);
  });

  test.runIf(LONG_RUN)("a control that is too small or lies under another is found", async () => {
    await page.evaluate(() => {
      const plant = (text: string, left: number, top: number, width: number, height: number) => {
        const button = Object.assign(document.createElement("button"), { textContent: text });
        const place = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
        button.style.cssText = `position: fixed; z-index: 99; min-inline-size: 0; padding: 0; ${place}`;
        document.body.append(button);
      };
      plant("narrow", 10, 10, 20, 60);
      plant("under", 100, 10, 60, 60);
      plant("over", 105, 15, 50, 50);
    });
    const faults = await touchFaults(page);
    expect(faults).toContain("button “narrow” is 20 px wide");
    expect(faults).toContain("button “over” lies over button “under”");
  });

  test.runIf(LONG_RUN)("ten photos each have one control, which does what it says", async () => {
    const files = await Promise.all(
      TEN.map(async (at) => ({
        name: `p${at}.jpg`,
        mimeType: "image/jpeg",
        buffer: await drawPicture(at % 2 === 0 ? 60 : 40, at % 3 === 0 ? 80 : 50, `hsl(${at * 36}, 60%, 45%)`, "jpeg"),
      })),
    );
    await alice.pick(files);
    const dialog = page.getByRole("dialog", { name: "Send files" });
    const controls = dialog.getByRole("button", { name: /^What to do with/ });
    await expect.poll(() => controls.count()).toBe(10);
    expect(await touchFaults(page)).toEqual([]);
    const names = () => controls.evaluateAll((all) => all.map((each) => each.ariaLabel!.match(/p\d/)![0]));
    const choose = async (name: string, item: string) => {
      await dialog.getByRole("button", { name: `What to do with ${name}.jpg` }).tap();
      expect(await touchFaults(page)).toEqual([]);
      await page.getByRole("menuitem", { name: item }).tap();
      await waitUntilGone(page.getByRole("menu"));
    };
    await choose("p3", "Take it out");
    expect(await names()).toEqual(["p0", "p1", "p2", "p4", "p5", "p6", "p7", "p8", "p9"]);
    await choose("p9", "Make it the first");
    await choose("p4", "Move it forward");
    expect(await names()).toEqual(["p9", "p0", "p1", "p4", "p2", "p5", "p6", "p7", "p8"]);
    expect(await alice.violations()).toEqual([]);
  });

  test("a message that is drawn aside is replied to, and not one that is let go early or scrolled", async () => {
    const line = alice.message(/^Bob, Line 9/);
    await drag(line, { x: -40, y: 0 });
    await drag(line, { x: 120, y: 0 });
    await drag(line, { x: -70, y: 140 });
    await waitUntilSteady(page);
    expect(await replyBar().count()).toBe(0);
    await drag(line, { x: -120, y: 4 });
    await replyBar().waitFor();
    await page.getByText("Line 9").last().waitFor();
    await expect.poll(() => line.evaluate((each) => each.style.translate)).toBe("");
    await replyBar().tap();
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
