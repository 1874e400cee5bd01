/** The way back after following references between messages: to each message that was left, then to the newest. */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../support/service.ts";
import { findChromium, leaveBrowser, openBrowser, Screen, startWithClient, waitUntilGone } from "./browser.ts";
import { until } from "../support/until.ts";
import { waitUntilInView, wheel } from "./message-list.ts";

const executable = findChromium();
/** The number of messages between two that refer to one another: more than one page. */
const BETWEEN = 70;

describe.skipIf(executable === undefined)("the jump history", () => {
  let browser: Browser;
  let t: TestService;
  let alice: Screen;
  let page: Page;
  let second: number;
  beforeAll(async () => {
    t = await startWithClient();
    const chat_id = t.id("Team");
    const say = async (text: string, reply_to_message_id?: number): Promise<number> => {
      const reply = reply_to_message_id === undefined ? {} : { reply_to_message_id };
      const { message_id } = await t.as("bob", "sendMessage", { chat_id, text, ...reply });
      for (let i = 1; i <= BETWEEN; i++) await t.as("bob", "sendMessage", { chat_id, text: `${text} + ${i}.` });
      return message_id;
    };
    second = await say("Second answer", await say("First answer", await say("Question")));
    const { message_id } = await t.as("bob", "sendMessage", { chat_id, text: "The newest" });
    await t.as("alice", "readMessages", { chat_id, message_id });
    browser = await openBrowser(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    page = alice.page;
  });
  beforeEach(async () => {
    await page.goto(`/chat/${t.id("Team")}?message=${second}`);
    await waitUntilInView(answer("Second answer"));
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await t.stop();
  });

  const answer = (words: string) => alice.message(`${words},`);
  const follow = (words: string) => answer(words).getByRole("button", { name: "In reply to" }).click();
  /** Turns the wheel until a message is in the page. */
  const wheelTo = (message: Locator, by: number) =>
    until(async () => {
      const count = await message.count();
      if (count === 0) await wheel(page, by);
      return count;
    }, "a message to be reached by the wheel");
  const down = () => page.getByRole("button", { name: "To the newest message" });

  test("returns to each message that was left, the last one first, and then to the newest", async () => {
    await follow("Second answer");
    await waitUntilInView(answer("First answer"));
    await follow("First answer");
    await waitUntilInView(answer("Question"));
    await down().click();
    await waitUntilInView(answer("First answer"));
    await down().click();
    await waitUntilInView(answer("Second answer"));
    await down().click();
    await waitUntilInView(alice.message("The newest"));
    await waitUntilGone(down());
  });

  test("skips messages that were passed on the way down", async () => {
    await follow("Second answer");
    await waitUntilInView(answer("First answer"));
    await wheelTo(alice.message("Second answer + 30."), 600);
    await down().click();
    await waitUntilInView(alice.message("The newest"));
    await waitUntilGone(down());
  });

  test("is cleared at the end", async () => {
    await follow("Second answer");
    await waitUntilInView(answer("First answer"));
    await alice.write("I see");
    await waitUntilInView(alice.sent("I see"));
    await waitUntilGone(down());
    await wheelTo(alice.message("First answer + 30."), -600);
    await down().click();
    await waitUntilInView(alice.sent("I see"));
    await waitUntilGone(down());
  });

  test("there were no console errors", () => {
    expect(alice.errors).toEqual([]);
  });
});
