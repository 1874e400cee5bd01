/** The way back from what answers refer to: to each of the messages that were left, and then to the newest. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestService } from "../kit/service.ts";
import { findChromium, gone, launch, Screen, startWithClient } from "./browser.ts";
import { inSight, wheel } from "./message-list.ts";

const executable = findChromium();
/** Between messages that refer to one another: more than is fetched at once. */
const BETWEEN = 70;

describe.skipIf(executable === undefined)("the way back", () => {
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
    browser = await launch(executable!);
    alice = await Screen.signIn(browser, t, "alice");
    page = alice.page;
  });
  beforeEach(async () => {
    await page.goto(`/chat/${t.id("Team")}?message=${second}`);
    await inSight(answer("Second answer"));
  });
  afterAll(async () => {
    await browser.close();
    await t.stop();
  });

  const answer = (words: string) => alice.message(`${words},`);
  const follow = (words: string) => answer(words).getByRole("button", { name: "In reply to" }).click();
  const down = () => page.getByRole("button", { name: "To the newest message" });

  test("leads to each message that was left, the last one first, and then to the newest", async () => {
    await follow("Second answer");
    await inSight(answer("First answer"));
    await follow("First answer");
    await inSight(answer("Question"));
    await down().click();
    await inSight(answer("First answer"));
    await down().click();
    await inSight(answer("Second answer"));
    await down().click();
    await inSight(alice.message("The newest"));
    await gone(down());
  });

  test("leads to no message that has been passed on the way down", async () => {
    await follow("Second answer");
    await inSight(answer("First answer"));
    while ((await alice.message("Second answer + 30.").count()) === 0) await wheel(page, 600);
    await down().click();
    await inSight(alice.message("The newest"));
    await gone(down());
  });

  test("is forgotten at the end", async () => {
    await follow("Second answer");
    await inSight(answer("First answer"));
    await alice.write("I see");
    await inSight(alice.sent("I see"));
    await gone(down());
    while ((await alice.message("First answer + 30.").count()) === 0) await wheel(page, -600);
    await down().click();
    await inSight(alice.sent("I see"));
    await gone(down());
  });

  test("nothing of it made the console complain", () => {
    expect(alice.faults).toEqual([]);
  });
});
