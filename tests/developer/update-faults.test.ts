/** Fault rules on updates and on deliveries to webhooks, with a bot of grammY that polls or has a webhook. */
import { Bot, webhookCallback } from "grammy";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, WORLD, type Engine, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { until } from "../support/until.ts";

let t: TestService;
let guard: Bot;
/** The texts that the bot has handled. */
let handled: string[];
let wake: () => void;

const addFault = async (params: object): Promise<Json> => (await develop(t, "addFault", params)).fault;
const counts = async (): Promise<number[][]> =>
  (await develop(t, "listFaults")).faults.map(({ matched, applied }: Json) => [matched, applied]);
const say = (text: string, chat = "Team"): Promise<Json> => t.as("bob", "sendMessage", { chat_id: t.id(chat), text });
const pending = async (): Promise<number> => (await t.ok("guard_bot", "getWebhookInfo")).pending_update_count;

async function untilHandled(count: number): Promise<string[]> {
  while (handled.length < count) await new Promise<void>((done) => (wake = done));
  return handled;
}

const start = async (engine: Engine) => {
  t = await startWorld(engine, WORLD, { developer: true });
  guard = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
  handled = [];
  wake = () => {};
  guard.on("message:text", (ctx) => {
    handled.push(ctx.message.text);
    wake();
  });
};

describe.each(engineIndependent())("polling on %s", (engine) => {
  beforeEach(() => start(engine));
  afterEach(() => t.stop());

  /** Handles what waits, then ends and confirms it. */
  const poll = async (count: number) => {
    const running = guard.start();
    await untilHandled(count);
    await guard.stop();
    await running;
    return handled;
  };

  test("an update that comes twice is handled twice, and is in the queue once", async () => {
    await addFault({ bot: "guard_bot", effect: "duplicate", text: "two", count: 1 });
    for (const text of ["one", "two", "three"]) await say(text);
    expect(await pending()).toBe(3);
    expect(await poll(4)).toEqual(["one", "two", "two", "three"]);
    expect(await t.ok("guard_bot", "getUpdates")).toEqual([]);
    expect(await counts()).toEqual([[1, 1]]);
    const { updates } = await develop(t, "listUpdates", { bot: "guard_bot" });
    expect(updates.map(({ steps }: Json) => steps.map(({ what }: Json) => what))).toContainEqual([
      "poll",
      "poll",
      "confirmed",
    ]);
  });

  test("an update comes after the next one, and the queue keeps its order", async () => {
    await addFault({ effect: "reorder", count: 1 });
    for (const text of ["one", "two", "three"]) await say(text);
    const first = await t.ok("guard_bot", "getUpdates");
    expect(first.map(({ message }: Json) => message.text)).toEqual(["two", "one", "three"]);
    expect(await poll(3)).toEqual(["one", "two", "three"]);
    expect(await t.ok("guard_bot", "getUpdates")).toEqual([]);
    expect(await counts()).toEqual([[1, 1]]);
  });

  test("a bot that confirms by the last update of a batch gets a swapped one again", async () => {
    await addFault({ effect: "reorder", count: 1 });
    for (const text of ["one", "two"]) await say(text);
    expect(await poll(3)).toEqual(["two", "one", "two"]);
    expect(await pending()).toBe(0);
  });

  test("an update that nothing follows is not swapped, and its rule waits", async () => {
    await addFault({ effect: "reorder", count: 1 });
    await say("one");
    expect(await poll(1)).toEqual(["one"]);
    expect(await counts()).toEqual([[0, 0]]);
  });
});

describe.each(engineIndependent())("a webhook on %s", (engine) => {
  let server: Server;

  beforeEach(async () => {
    await start(engine);
    const handle = webhookCallback(guard, "http");
    server = createServer((req, res) => void handle(req, res).catch(() => res.writeHead(500).end()));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterEach(async () => {
    await guard.api.deleteWebhook();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await t.stop();
  });

  const hook = () => guard.api.setWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const attempts = async (): Promise<Json[]> => (await develop(t, "listWebhookAttempts", { limit: 1000 })).attempts;
  /** Resolves with the attempts when one waits to be repeated. */
  const failedOnce = async (): Promise<Json[]> => {
    await until(
      async () => (await attempts()).some(({ next_attempt_ms }) => next_attempt_ms !== undefined),
      "an attempt that is to be repeated",
    );
    return attempts();
  };

  test("an attempt times out without the bot, and is repeated by the clock", async () => {
    await addFault({ effect: "webhook_timeout", count: 1 });
    await hook();
    await say("one");
    const [failed] = await failedOnce();
    expect(failed).toMatchObject({ attempt: 1, error: "the request timed out", fault: "1: webhook_timeout" });
    expect((await t.ok("guard_bot", "getWebhookInfo")).last_error_message).toBe("the request timed out");
    expect(handled).toEqual([]);
    await develop(t, "advanceClock", { seconds: 2 });
    expect(await untilHandled(1)).toEqual(["one"]);
    await until(async () => (await pending()) === 0, "no pending update");
    expect((await attempts()).map(({ status, fault }) => [status, fault])).toEqual([
      [undefined, "1: webhook_timeout"],
      [200, undefined],
    ]);
  });

  test("the answer of a bot that was called is lost, so that it is called again", async () => {
    await addFault({ effect: "webhook_reset", when: "after", text: "one", count: 1 });
    await hook();
    await say("one");
    expect((await failedOnce())[0]).toMatchObject({ error: "the connection was cut", fault: "1: webhook_reset" });
    expect(handled).toEqual(["one"]);
    await develop(t, "advanceClock", { seconds: 2 });
    expect(await untilHandled(2)).toEqual(["one", "one"]);
    await until(async () => (await pending()) === 0, "no pending update");
  });

  test("an HTTP status, with the time after which the bot wants to be called again", async () => {
    await addFault({ bot: "guard_bot", effect: "webhook_error", error_code: 503, retry_after: 600, count: 1 });
    await hook();
    await say("one");
    const [failed] = await failedOnce();
    expect(failed).toMatchObject({ status: 503, fault: "1: webhook_error 503" });
    expect(failed!.next_attempt_ms - failed!.at_ms).toBeGreaterThanOrEqual(600_000);
    await develop(t, "advanceClock", { seconds: 599 });
    expect(handled).toEqual([]);
    await develop(t, "runToNextTimer");
    expect(await untilHandled(1)).toEqual(["one"]);
  });

  test("updates come twice, and after the next one of their chat, and none is lost", async () => {
    for (const text of ["one", "two", "three", "four"]) await say(text);
    await addFault({ effect: "duplicate", text: "two", count: 1 });
    await addFault({ effect: "reorder", text: "three", count: 1 });
    await hook();
    expect(await untilHandled(5)).toEqual(["one", "two", "two", "four", "three"]);
    await until(async () => (await pending()) === 0, "no pending update");
    await say("five");
    await untilHandled(6);
    expect(handled).toEqual(["one", "two", "two", "four", "three", "five"]);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test("a swapped update whose delivery fails is delivered in its own turn", async () => {
    for (const text of ["one", "two", "three"]) await say(text);
    await addFault({ effect: "reorder", text: "one", count: 1 });
    await addFault({ effect: "webhook_error", text: "two", count: 1 });
    await hook();
    await failedOnce();
    await develop(t, "advanceClock", { seconds: 2 });
    expect(await untilHandled(3)).toEqual(["one", "two", "three"]);
    await until(async () => (await pending()) === 0, "no pending update");
  });
});
