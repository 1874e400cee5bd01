/**
 * Chats with many unread messages: where they open, how many requests that takes, and that only what was on the screen
 * is marked as read.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import type { Json, TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { waitUntilInView, waitUntilSteady, wheel } from "./message-list.ts";
import { blurWindow, focusWindow } from "./window-focus.ts";

const executable = findChromium();
/** More than the button counts. */
const MUCH = LONG_RUN ? 5000 : 1400;
const AT_ONCE = 100;
/** The pages that opening a chat may request: the one it opens at and one on each side. */
const FEW = 3;
/** More short messages than fit on a screen. */
const SCREEN = 30;

interface Notices {
  told: string[];
}

/** In the page: records the system notifications that it shows. */
function recordNotices(): void {
  const told: string[] = [];
  class Recorded extends EventTarget {
    static permission = "granted";
    constructor(_title: string, { body, silent }: NotificationOptions) {
      super();
      told.push(silent ? `${body}, quiet` : body!);
    }
  }
  Object.assign(globalThis, { told, Notification: Recorded } satisfies Notices & { Notification: unknown });
}

describe.skipIf(executable === undefined)("a chat with many unread messages", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let asked: Json[] = [];
  beforeAll(async () => {
    t = await startWithClient();
    await fill(t.id("News"), MUCH);
    await fill(t.id("Team"), 200);
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    alice.page.on("request", (each) => {
      if (each.url().endsWith("/api/getHistory")) asked.push(each.postDataJSON());
    });
  });
  beforeEach(async () => {
    await alice.page.goto("/");
    asked = [];
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  async function fill(chat_id: number, count: number): Promise<void> {
    for (let i = 0; i < count; i += AT_ONCE) {
      // Their order is that in which they reach the service.
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, k) =>
          t.ok("guard_bot", "sendMessage", { chat_id, text: `Line ${i + k + 1}` }),
        ),
      );
    }
  }
  const rowOf = async (who: string, chat_id: number): Promise<Json> =>
    (await t.as(who, "listChats")).chats.find(({ chat }: Json) => chat.id === chat_id);
  const readUpTo = async (chat_id: number): Promise<number> => (await rowOf("alice", chat_id)).read_up_to;
  const divider = () => alice.page.getByText("Unread messages", { exact: true });
  /** The id of the newest message whose end is in view. */
  const lastInSight = async (screen = alice): Promise<number> =>
    screen.page.evaluate(() => {
      const list = document.querySelector("[aria-label=Messages]")!.parentElement!.parentElement!;
      const { bottom } = list.getBoundingClientRect();
      const ends = [...document.querySelectorAll("article")].filter(
        (each) => each.getBoundingClientRect().bottom <= bottom + 2,
      );
      return Math.max(...ends.map((each) => Number(/Line (\d+)/.exec(each.ariaLabel!)?.[1] ?? 0)));
    });
  const textOf = async (chat_id: number, message_id: number): Promise<string> => {
    const { messages } = await t.as("alice", "getHistory", { chat_id, around: message_id, limit: 1 });
    return messages[0].text;
  };
  /** Waits until the service has marked as read exactly what the screen has shown. */
  const expectReadIsShown = async (chat_id: number): Promise<void> => {
    await waitUntilSteady(alice.page);
    await expect.poll(async () => textOf(chat_id, await readUpTo(chat_id))).toBe(`Line ${await lastInSight()}`);
  };

  test("opens at the first of thousands, with few requests, and reads only what is shown", async () => {
    await alice.openChat("News");
    await divider().waitFor();
    await waitUntilInView(alice.message(/Line 1,/));
    await expectReadIsShown(t.id("News"));
    expect(await lastInSight()).toBeLessThan(SCREEN);
    expect(asked.length).toBeLessThanOrEqual(FEW);
    expect(await alice.page.getByRole("article").count()).toBeLessThan(60);
  });

  test("scrolling reads what comes into view and no more, which is known when the chat is opened again", async () => {
    await alice.openChat("News");
    await divider().waitFor();
    await waitUntilSteady(alice.page);
    for (let i = 0; i < 5; i++) await wheel(alice.page, 600);
    await expectReadIsShown(t.id("News"));
    const read = await lastInSight();
    expect(read).toBeGreaterThan(SCREEN);
    expect(read).toBeLessThan(10 * SCREEN);
    await alice.page.goto("/");
    asked = [];
    await alice.openChat("News");
    await divider().waitFor();
    await waitUntilInView(alice.message(new RegExp(`Line ${read + 1},`)));
    await expectReadIsShown(t.id("News"));
    expect(asked.length).toBeLessThanOrEqual(FEW);
  });

  test("a chat that is still loaded opens at what has become unread meanwhile", async () => {
    const { page } = alice;
    await alice.openChat("Private");
    for (let i = 0; i < 60; i++) await t.as("bob", "sendMessage", { chat_id: t.id("Private"), text: `Held ${i}` });
    await waitUntilInView(alice.message("Held 59"));
    await alice.openChat("News");
    for (let i = 0; i < 60; i++) await t.as("bob", "sendMessage", { chat_id: t.id("Private"), text: `New ${i}` });
    await page.getByRole("link", { name: /Private.*60 unread messages/ }).waitFor();
    await alice.openChat("Private");
    await divider().waitFor();
    await waitUntilInView(alice.message("New 0,"));
    await waitUntilSteady(page);
    // The read receipt is sent after a delay. If the client marked too much, all messages would be read by then.
    await expect.poll(async () => (await rowOf("alice", t.id("Private"))).unread_count).toBeLessThan(60);
    expect((await rowOf("alice", t.id("Private"))).unread_count).toBeGreaterThan(60 - SCREEN);
  });

  test("a button leads to the newest message, counts the unread ones, and then all are read", async () => {
    const { page } = alice;
    await alice.openChat("News");
    await divider().waitFor();
    const down = page.getByRole("button", { name: "To the newest message" });
    await down.waitFor();
    expect(await down.locator("..").textContent()).toContain("999+");
    asked = [];
    await down.click();
    await waitUntilInView(alice.message(`Line ${MUCH},`));
    await waitUntilGone(down);
    await waitUntilGone(page.getByRole("link", { name: /News.*unread/ }));
    await expect.poll(async () => (await rowOf("alice", t.id("News"))).unread_count).toBe(0);
    expect(asked.length).toBeLessThanOrEqual(FEW);
    // The line is above the first unread message, not at the start of the loaded messages.
    expect(await divider().count()).toBe(0);
  });

  test.runIf(LONG_RUN)(
    "messages that arrive while nobody looks at the page stay unread until somebody does",
    async () => {
      const { page } = alice;
      await alice.openChat("Private");
      await waitUntilInView(alice.message("New 59,").or(divider()).first());
      await page.getByRole("button", { name: "To the newest message" }).click();
      await waitUntilInView(alice.message("New 59,"));
      await blurWindow(page);
      await t.as("bob", "sendMessage", { chat_id: t.id("Private"), text: "Are you there?" });
      await waitUntilInView(alice.message("Are you there?"));
      await page.getByRole("link", { name: /Private.*1 unread message/ }).waitFor();
      // However many arrive, unseen messages do not leave the view.
      for (let i = 1; i <= 60; i++) await t.as("bob", "sendMessage", { chat_id: t.id("Private"), text: `Unseen ${i}` });
      await page.getByRole("link", { name: /Private.*61 unread messages/ }).waitFor();
      await waitUntilSteady(page);
      await waitUntilInView(divider());
      await waitUntilInView(alice.message("Are you there?"));
      await focusWindow(page);
      await expect.poll(async () => (await rowOf("alice", t.id("Private"))).unread_count).toBeLessThan(61);
      await waitUntilSteady(page);
      expect((await rowOf("alice", t.id("Private"))).unread_count).toBeGreaterThan(61 - SCREEN);
      await page.getByRole("button", { name: "To the newest message" }).click();
      await waitUntilInView(alice.message("Unseen 60,"));
      await waitUntilGone(page.getByRole("link", { name: /Private.*unread/ }));
      await expect.poll(async () => (await rowOf("alice", t.id("Private"))).unread_count).toBe(0);
    },
  );

  test("a new member starts at the newest message, with no earlier message unread", async () => {
    await t.as("alice", "addMember", { chat_id: t.id("Team"), user_id: t.id("dave") });
    const dave = await Screen.signIn(browser, t, "dave");
    await dave.page.getByRole("link", { name: /Team.*1 unread message$/ }).waitFor();
    await dave.openChat("Team");
    await waitUntilInView(dave.message(/Line 200,/));
    await expect.poll(async () => (await rowOf("dave", t.id("Team"))).unread_count).toBe(0);
    await dave.close();
  });

  test("of a muted chat only mentions are announced, once, and by no page while another one is looked at", async () => {
    const { page } = alice;
    const context = page.context();
    await context.addInitScript(recordNotices);
    await page.goto("/");
    await alice.choose("Turn on notifications");
    await alice.choose("Turn off notifications");
    await alice.choose("Turn on notifications");
    await t.as("alice", "muteChat", { chat_id: t.id("Team") });
    await blurWindow(page);
    const told = () => page.evaluate(() => (globalThis as unknown as Notices).told);
    const say = (text: string, more: object = {}) =>
      t.as("bob", "sendMessage", { chat_id: t.id("Team"), text, ...more });
    const privately = (text: string, more: object = {}) =>
      t.as("bob", "sendMessage", { chat_id: t.id("Private"), text, ...more });
    await say("Before");
    await say("Look, @alice");
    await say("After");
    await privately("One", { disable_notification: true });
    await expect.poll(told).toEqual(["Bob: Look, @alice", "Bob: One, quiet"]);
    const other = await context.newPage();
    await other.goto("/");
    await other.getByRole("navigation", { name: "Chats" }).getByRole("link").first().waitFor();
    await other.bringToFront();
    await privately("Two");
    await other.getByRole("link", { name: /Private.*Two/ }).waitFor();
    await other.close();
    await privately("Three");
    await expect.poll(told).toEqual(["Bob: Look, @alice", "Bob: One, quiet", "Bob: Three"]);
    await t.as("alice", "unmuteChat", { chat_id: t.id("Team") });
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
