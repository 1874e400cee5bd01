/** Streamed drafts: the text grows in place without a jump, becomes the message, and can be stopped. */
import { setTimeout } from "node:timers/promises";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json, TestService } from "../support/service.ts";
import {
  findChromium,
  leaveBrowser,
  openBrowser,
  recoverAfterFailures,
  type Screen,
  startWithClient,
} from "./browser.ts";
import { openFilledTeam } from "./filled-team.ts";
import { scroller, waitUntilSteady, wheel } from "./message-list.ts";

const executable = findChromium();
const FILLED = 40;
const LONG = Array.from({ length: 60 }, (_, i) => `Sentence ${i} of the answer.`).join(" ");

interface Watched {
  /** Of each frame: whether the answer is there as a draft, as a message, and how far the list is from its end. */
  watched: { draft: boolean; message: boolean; distance: number }[];
}

/** In the page: looks at each frame that is painted. */
function watchFrames(): void {
  const watched: Watched["watched"] = [];
  Object.assign(globalThis, { watched } satisfies Watched);
  const box = document.querySelector("[role=group][aria-label=Messages]")!.parentElement!.parentElement!;
  const look = () => {
    const draft = document.querySelector("article[aria-busy=true]") !== null;
    const message = [...document.querySelectorAll("article:not([aria-busy])")].some((each) =>
      each.textContent?.includes("Sentence 0 "),
    );
    watched.push({ draft, message, distance: box.scrollHeight - box.clientHeight - box.scrollTop });
    requestAnimationFrame(() => globalThis.setTimeout(look));
  };
  look();
}

describe.skipIf(executable === undefined)("a streamed draft", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let team: number;
  let draft_id = 0;
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    browser = await openBrowser(executable!);
    alice = await openFilledTeam(browser, t, FILLED);
  });
  beforeEach(() => void (draft_id += 1));
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });
  recoverAfterFailures(() => [alice]);

  const show = (text: string, more: object = {}) =>
    t.ok("guard_bot", "sendMessageDraft", { chat_id: team, draft_id, text, can_stop: true, ...more });
  const draft = (): Locator => alice.page.locator("article[aria-busy=true]");
  const distance = () => scroller(alice.page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  const stop = () => alice.page.getByRole("button", { name: "Stop the answer" });

  test("grows at the end of the list, which follows it, and becomes the message in one frame", async () => {
    await show("");
    await draft().getByText("Thinking…").waitFor();
    await alice.page.evaluate(watchFrames);
    for (let end = 100; end < LONG.length; end += 100) {
      await show(LONG.slice(0, end));
      await setTimeout(30);
    }
    await draft().getByText("Sentence 58").waitFor();
    await t.ok("guard_bot", "sendMessage", { chat_id: team, text: LONG });
    await alice.message("Sentence 59").waitFor();
    await expect.poll(() => draft().count()).toBe(0);
    await waitUntilSteady(alice.page);
    const { watched } = await alice.page.evaluate(() => ({
      watched: (globalThis as unknown as Watched).watched,
    }));
    // There is always one of the two, and never both.
    expect(watched.filter(({ draft, message }) => draft === message)).toEqual([]);
    expect(Math.max(...watched.map((each) => each.distance))).toBeLessThan(2);
  });

  test("moves nothing for who reads further up", async () => {
    await show("Short");
    await draft().waitFor();
    await wheel(alice.page, -600);
    const read = alice.message(`Before ${FILLED - 10},`);
    const before = (await read.boundingBox())!.y;
    for (let end = 100; end < LONG.length; end += 400) {
      await show(LONG.slice(0, end));
      await setTimeout(50);
    }
    await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "Final" });
    await waitUntilSteady(alice.page);
    expect((await read.boundingBox())!.y).toBeCloseTo(before, 0);
    expect(await distance()).toBeGreaterThan(100);
    await alice.page.getByRole("button", { name: /^To the newest message/ }).click();
    await waitUntilSteady(alice.page);
  });

  test("shows its formats, and a screen reader reads its beginning and the message alone", async () => {
    const log = alice.page.getByRole("log", { name: "New messages" }).locator("p");
    const before = await log.count();
    await show("<b>Bold</b> and <code>code</code>", { parse_mode: "HTML" });
    await draft().locator("strong", { hasText: "Bold" }).waitFor();
    await draft().locator("code", { hasText: "code" }).waitFor();
    for (const text of ["one", "one two", "one two three"]) await show(text);
    await draft().getByText("one two three").waitFor();
    await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "one two three four" });
    const read = async () => (await log.allTextContents()).slice(-2);
    await expect.poll(read).toEqual(["Guard is writing an answer", "Guard: one two three four"]);
    expect(before).toBeGreaterThan(0);
  });

  test("is stopped by keyboard, and the focus stays in the list", async () => {
    await show("Endless");
    await draft().waitFor();
    await draft().focus();
    await alice.page.keyboard.press("Tab");
    await expect.poll(() => stop().evaluate((each) => each === document.activeElement)).toBe(true);
    await alice.page.keyboard.press("Enter");
    await expect.poll(() => draft().count()).toBe(0);
    const update = (await t.updates("guard_bot")).find((each: Json) => each.stopped_message_generation);
    expect(update.stopped_message_generation.draft_id).toBe(draft_id);
    await expect.poll(() => alice.page.evaluate(() => document.activeElement?.tagName)).toBe("ARTICLE");
  });

  test("has no button where the bot does not let it be stopped, and is there after a reload", async () => {
    await show("Not to be stopped", { can_stop: false });
    await draft().waitFor();
    expect(await stop().count()).toBe(0);
    await alice.page.reload();
    await draft().getByText("Not to be stopped").waitFor();
    await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "Final after a reload" });
    await expect.poll(() => draft().count()).toBe(0);
  });

  test.runIf(LONG_RUN)("is accessible, on a phone, dark and from right to left", async () => {
    const phone = await alice.again(browser, t, {
      viewport: { width: 375, height: 700 },
      colorScheme: "dark",
      locale: "ar",
      hasTouch: true,
    });
    await phone.openPath(`/chat/${team}`);
    await show(LONG.slice(0, 400));
    const article = phone.page.locator("article[aria-busy=true]");
    await article.getByText("Sentence 3").waitFor();
    expect(await phone.violations()).toEqual([]);
    const { x, width } = (await article.getByRole("button").boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(375);
    expect(width).toBeGreaterThanOrEqual(24);
    expect(phone.errors).toEqual([]);
    await phone.close();
    expect(await alice.violations()).toEqual([]);
    expect(alice.errors).toEqual([]);
  });
});
