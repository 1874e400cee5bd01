/** Failures of the assistant: it is interrupted, it has to wait for a rate limit, its token is replaced. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assistantToken, createAssistant } from "heliogram/app/bots/assistant-account.ts";
import { Assistant } from "heliogram/assistant/assistant.ts";
import { engineIndependent, START_S, startWorld, type TestService } from "../support/service.ts";
import { ASSISTANT_ID, Conversation, tokenIn } from "./conversation.ts";
import { until } from "../support/until.ts";

describe.each(engineIndependent())("the assistant on %s", (engine) => {
  let t: TestService;
  let bob: Conversation;
  let faults: unknown[];
  beforeAll(async () => {
    t = await startWorld(engine);
    faults = [];
    await run((path) => path.endsWith("/getUpdates"));
    bob = new Conversation(t, "bob");
    await t.as("bob", "startBot", { user_id: ASSISTANT_ID });
  });
  afterAll(() => t.stop());

  /** Starts an assistant as a new process would; of the calls that `breaks` names it never hears the outcome. */
  async function run(
    breaks: (path: string, body: string) => boolean = () => false,
    isAway: () => boolean = () => false,
  ): Promise<Assistant> {
    const mint = { hashes: t.service.hashes, bytes: (length: number) => Buffer.alloc(length, ++runs) };
    const token = await t.service.db.write(async (tx) => {
      await createAssistant(tx, START_S);
      return assistantToken(tx, mint);
    });
    await t.service.deps.updates.botChanged();
    const carry = async (path: string, body: string) => {
      if (isAway()) return { status: 503, body: '{"ok":false,"error_code":503,"description":"away"}' };
      const answer = await fetch(t.url + path, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      const text = await answer.text();
      if (breaks(path, body)) await new Promise(() => {});
      return { status: answer.status, body: text };
    };
    return new Assistant({ post: carry, token, clock: t.clock, onError: (error) => faults.push(error) });
  }
  let runs = 0;

  test("interrupted after creating a bot, it reports the existing bot", async () => {
    await run((path) => path.endsWith("/createBot"));
    await bob.heard();
    await bob.say("/newbot");
    await bob.say("Cut");
    await t.as("bob", "sendMessage", { chat_id: ASSISTANT_ID, text: "cut_bot" });
    await until(async () => (await t.as("bob", "listBots")).bots.length, "the bot");
    await run();
    expect((await bob.heard()).text).toContain("@cut_bot is yours already. /token makes a new token for it.");
    await t.waiting(1);
  });

  test("interrupted after replying, it does not reply again", async () => {
    const cut = Promise.withResolvers<void>();
    await run((path) => path.endsWith("/setNote") && (cut.resolve(), true));
    expect((await bob.say("/cancel")).text).toBe("There is nothing to cancel.");
    await cut.promise;
    await run();
    expect((await bob.say("/help")).text).toContain("/newbot");
    const { messages } = await t.as("bob", "getHistory", { chat_id: ASSISTANT_ID, limit: 4 });
    expect(messages.map((each: { text: string }) => each.text.slice(0, 8))).toEqual([
      "/cancel",
      "There is",
      "/help",
      "I make b",
    ]);
  });

  test("during a database outage it answers everything and does nothing twice", async () => {
    let away = 0;
    const current = await run(undefined, () => away-- > 0);
    await t.waiting(1);
    away = 50;
    expect((await t.advanceUntil(bob.say("/cancel"), 1000)).text).toBe("There is nothing to cancel.");
    away = 50;
    expect((await t.advanceUntil(bob.say("/help"), 1000)).text).toContain("/newbot");
    await t.waiting(1);
    current.stop();
    t.service.deps.updates.release(ASSISTANT_ID);
    await current.finished();
  });

  test("an assistant whose token was replaced stops, which is no error", async () => {
    const old = await run();
    await t.waiting(1);
    faults = [];
    const fresh = await run();
    await old.finished();
    expect(faults).toEqual([]);
    await t.waiting(1);
    fresh.stop();
    t.service.deps.updates.release(ASSISTANT_ID);
    await fresh.finished();
  });
});

test("after a 429, the replies arrive when the waiting time is over", async () => {
  const t = await startWorld("memory", undefined, { assistant: true, rate_limits: "telegram" });
  const dave = new Conversation(t, "dave");
  await t.as("dave", "startBot", { user_id: ASSISTANT_ID });
  for (const text of ["/newbot", "Slow", "slow_bot"])
    await t.as("dave", "sendMessage", { chat_id: ASSISTANT_ID, text });
  const heard = async () => {
    for (;;) {
      const message = await dave.heard();
      if (tokenIn(message) !== undefined) return message;
    }
  };
  expect((await t.advanceUntil(heard(), 500)).text).toContain("@slow_bot");
  expect(t.clock.now()).toBeGreaterThanOrEqual(START_S * 1000 + 3000);
  await t.stop();
});
