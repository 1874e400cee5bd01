/** The assistant when things go wrong: it is cut off in the middle, the service asks it to wait, its token is replaced. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readyAssistant } from "heliogram/app/assistant-account.ts";
import { Assistant } from "heliogram/assistant/assistant.ts";
import { engines, START_S, startWorld, type TestService } from "../kit/service.ts";
import { ASSISTANT_ID, Conversation, tokenIn } from "./conversation.ts";

describe.each(engines())("the assistant on %s", (engine) => {
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
    const token = await t.service.db.write((tx) => readyAssistant(tx, mint, START_S));
    t.service.deps.updates.tokenChanged(ASSISTANT_ID);
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
    return new Assistant({ carry, token, clock: t.clock, onFault: (error) => faults.push(error) });
  }
  let runs = 0;

  test("cut off after it made a bot, it says whose the bot is", async () => {
    await run((path) => path.endsWith("/createBot"));
    await bob.heard();
    await bob.say("/newbot");
    await bob.say("Cut");
    await t.as("bob", "sendMessage", { chat_id: ASSISTANT_ID, text: "cut_bot" });
    while ((await t.as("bob", "listBots")).bots.length === 0);
    await run();
    expect((await bob.heard()).text).toContain("@cut_bot is yours already. /token makes a new token for it.");
    await t.waiting(1);
  });

  test("cut off after it answered, it does not answer again", async () => {
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

  test("while the database is away, it leaves nothing unanswered and does nothing twice", async () => {
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

  test("one whose token was replaced leaves off and says so", async () => {
    const old = await run();
    await t.waiting(1);
    faults = [];
    const fresh = await run();
    await old.finished();
    expect(faults).toMatchObject([{ code: 401 }]);
    await t.waiting(1);
    fresh.stop();
    t.service.deps.updates.release(ASSISTANT_ID);
    await fresh.finished();
  });
});

test("where the service asks for a pause, the answers come after it", async () => {
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
