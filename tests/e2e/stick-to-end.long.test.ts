/** Staying at the end of a chat while a bot sends as fast as it can, and when the user sends messages. */
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, type Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { openFilledTeam } from "./filled-team.ts";
import { waitUntilInView, scroller, waitUntilSteady, wheel } from "./message-list.ts";

const executable = findChromium();
const FILLED = 40;
const OWN_PICTURES = /^You, .*(Photo|photos|Album)/;

interface Watched {
  shownUnread: string[];
}

/** In the page: records every unread count shown for a chat: in the list, over the messages and in the title. */
function watchUnread(): void {
  const shownUnread: string[] = [];
  Object.assign(globalThis, { shownUnread } satisfies Watched);
  const look = () => {
    const link = document.querySelector("nav [aria-current=page]");
    const button = document.querySelector("[aria-label='To the newest message']");
    const said = [link?.textContent ?? "", document.title, button ? "button" : ""];
    const found = /\d+ unread message|^\(\d+\)|\d+ mentions? of you|button/.exec(said.join(" "));
    if (found || document.title.startsWith("(")) shownUnread.push(found?.[0] ?? document.title);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

describe.skipIf(executable === undefined)("at the end of a chat", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let team: number;
  beforeAll(async () => {
    t = await startWithClient();
    team = t.id("Team");
    browser = await openBrowser(executable!);
    alice = await openFilledTeam(browser, t, FILLED);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  /** Pixels below the viewport. */
  const left = () => scroller(alice.page).evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  const expectEnd = async (): Promise<void> => {
    await expect.poll(left).toBeLessThan(1);
    await waitUntilSteady(alice.page);
    expect(await left()).toBeLessThan(1);
  };
  const unread = async (): Promise<number> =>
    (await t.as("alice", "listChats")).chats.find(({ chat }: Json) => chat.id === team).unread_count;

  test.each([5, 20, 50])("at %i messages a second nothing is counted as unread, and the view follows", async (rate) => {
    await alice.page.evaluate(watchUnread);
    const count = rate * 3;
    const sent: Promise<unknown>[] = [];
    for (let i = 1; i <= count; i++) {
      const text = `Rate ${rate} number ${i}${i % 9 === 0 ? ". And some more words.".repeat(20) : ""}${i % 10 === 0 ? " @alice" : ""}`;
      sent.push(t.ok("guard_bot", "sendMessage", { chat_id: team, text }));
      await setTimeout(1000 / rate);
    }
    await Promise.all(sent);
    await waitUntilInView(alice.message(new RegExp(`Rate ${rate} number ${count}\\b`)));
    await expectEnd();
    expect(await alice.page.evaluate(() => (globalThis as unknown as Watched).shownUnread)).toEqual([]);
    await expect.poll(unread).toBe(0);
  });

  test("reading many messages sends few read receipts", async () => {
    let told = 0;
    const count = (request: { url(): string }) => void (told += request.url().endsWith("/readMessages") ? 1 : 0);
    alice.page.on("request", count);
    const began_ms = performance.now();
    for (let i = 0; i < 40; i++) {
      await t.ok("guard_bot", "sendMessage", { chat_id: team, text: `Told ${i}` });
      await setTimeout(25);
    }
    await expect.poll(unread).toBe(0);
    alice.page.off("request", count);
    // A receipt waits for a pause of this length, so that one goes with many messages where they come quickly.
    const pause_ms = 250;
    expect(told).toBeLessThanOrEqual(1 + (performance.now() - began_ms) / pause_ms);
  });

  test("a user who scrolls up stays there, and new messages are counted", async () => {
    const { page } = alice;
    let stop = false;
    const flood = (async () => {
      while (!stop) {
        await t.ok("guard_bot", "sendMessage", { chat_id: team, text: "Meanwhile" });
        await setTimeout(30);
      }
    })();
    await page.mouse.move(600, 400);
    const box = (await scroller(page).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, -900);
    const down = page.getByRole("button", { name: "To the newest message" });
    await down.waitFor();
    await expect.poll(() => down.locator("..").textContent()).toMatch(/[5-9]|\d\d/);
    const top = await scroller(page).evaluate((each) => each.scrollTop);
    stop = true;
    await flood;
    await waitUntilSteady(page);
    expect(Math.abs((await scroller(page).evaluate((each) => each.scrollTop)) - top)).toBeLessThan(4);
    await down.click();
    await expectEnd();
    await waitUntilGone(down);
  });

  test("sent messages are completely in view, with nothing below them: text, pictures, an album", async () => {
    const picture = async (name: string, width: number, height: number) => ({
      name,
      mimeType: "image/png",
      buffer: await sharp({ create: { width, height, channels: 3, background: name.length > 7 ? "teal" : "navy" } })
        .png()
        .toBuffer(),
    });
    await alice.write("Own words");
    await waitUntilInView(alice.sent("Own words"));
    await expectEnd();
    await alice.write(`Many own words ${"and more of them ".repeat(40)}`);
    await waitUntilInView(alice.sent("Many own words"));
    await expectEnd();
    await wheel(alice.page, -800);
    await alice.write("From further up");
    await waitUntilInView(alice.sent("From further up"));
    await expectEnd();
    for (const files of [
      [await picture("one.png", 600, 400)],
      [await picture("wide.png", 900, 300), await picture("high.png", 300, 900), await picture("square.png", 500, 500)],
    ]) {
      const before = await alice.message(OWN_PICTURES).count();
      await alice.pick(files);
      await alice.page.getByRole("button", { name: /^Send \d files?$/ }).click();
      await expect.poll(() => alice.message(OWN_PICTURES).count()).toBeGreaterThan(before);
      await waitUntilGone(alice.message(/, sending$/));
      await expectEnd();
    }
  });

  test("an on-screen keyboard and a growing field leave the newest message in view", async () => {
    await alice.page.goto("/");
    await alice.openChat("Echo");
    for (let i = 1; i <= FILLED; i++) {
      await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: `Echo ${i}` });
    }
    await waitUntilInView(alice.message(`Echo ${FILLED},`));
    const keyboard = ["One", "Two", "Three", "Four"].map((text) => [{ text }]);
    await t.ok("echo_bot", "sendMessage", {
      chat_id: t.id("alice"),
      text: "Choose",
      reply_markup: { keyboard },
    });
    await alice.page.getByRole("button", { name: "Three", exact: true }).waitFor();
    await waitUntilInView(alice.message("Choose"));
    await expectEnd();
    await alice.field.fill("one\ntwo\nthree\nfour\nfive");
    await expectEnd();
    await alice.field.press("Enter");
    await waitUntilInView(alice.sent("one"));
    await expectEnd();
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
