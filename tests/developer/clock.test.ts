/** The clock of developer mode, seen by unmodified bot libraries: what is due happens when the clock is advanced. */
import { Bot, GrammyError, webhookCallback } from "grammy";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startWorld, WORLD, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { until } from "../support/until.ts";

let t: TestService;
let guard: Bot;
const start = async (overrides: object = {}) => {
  t = await startWorld("memory", WORLD, { developer: true, ...overrides });
  guard = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
};
beforeEach(() => start());
afterEach(() => t.stop());

test("a restriction ends", async () => {
  const chat_id = t.id("Team");
  const until_date = Math.floor(t.clock.now() / 1000) + 60;
  await guard.api.restrictChatMember(chat_id, t.id("bob"), { can_send_messages: false }, { until_date });
  expect((await t.person("bob", "sendMessage", { chat_id, text: "no" })).status).toBe(403);
  const state = await develop(t, "advanceClock", { seconds: 61 });
  expect(state).toMatchObject({ now_ms: t.clock.now() + 61_000, ahead_ms: 61_000, is_frozen: false });
  expect((await guard.api.getChatMember(chat_id, t.id("bob"))).status).toBe("member");
  const sent = await t.as("bob", "sendMessage", { chat_id, text: "yes" });
  expect(sent.date).toBe(until_date + 1);
});

test("a long poll returns at its end, and not before", async () => {
  let isOver = false;
  const poll = guard.api.getUpdates({ timeout: 30 }).finally(() => (isOver = true));
  await t.waiting(1);
  expect((await develop(t, "getClock")).next_timer_ms).toBeLessThanOrEqual(30_000);
  await develop(t, "advanceClock", { seconds: 29 });
  expect(isOver).toBe(false);
  expect(await develop(t, "runToNextTimer")).toMatchObject({ ahead_ms: 30_000 });
  expect(await poll).toEqual([]);
  expect((await develop(t, "getClock")).next_timer_ms).toBeUndefined();
});

test("a frozen clock stands still while the machine's goes on", async () => {
  const { now_ms } = await develop(t, "freezeClock");
  const poll = guard.api.getUpdates({ timeout: 10 });
  await t.waiting(1);
  t.clock.advance(60_000);
  expect(await develop(t, "getClock")).toMatchObject({ now_ms, is_frozen: true, next_timer_ms: 10_000 });
  await t.waiting(1);
  await develop(t, "advanceClock", { seconds: 10 });
  expect(await poll).toEqual([]);
  expect(await develop(t, "resumeClock")).toMatchObject({ now_ms: now_ms + 10_000, is_frozen: false });
  t.clock.advance(1000);
  expect((await develop(t, "getClock")).now_ms).toBe(now_ms + 11_000);
});

test("failed webhook deliveries are repeated until one succeeds", async () => {
  const texts: string[] = [];
  let failures = 3;
  guard.on("message:text", (ctx) => {
    if (failures-- > 0) throw new Error("not yet");
    texts.push(ctx.message.text);
  });
  const handle = webhookCallback(guard, "http");
  const server = createServer((req, res) => {
    handle(req, res).catch(() => res.writeHead(500).end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  await guard.api.setWebhook(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "hello" });
  for (let after = 0; ;) {
    const page = await develop(t, "listWebhookAttempts", { after, timeout: 50 });
    if (page.attempts.some(({ next_attempt_ms }: { next_attempt_ms?: number }) => next_attempt_ms)) break;
    after = page.revision;
  }
  // Three delays of at most 1, 2 and 4 seconds, each of which begins when the attempt before it has failed.
  await develop(t, "advanceClock", { seconds: 30 });
  expect(texts).toEqual(["hello"]);
  await guard.api.deleteWebhook();
  await new Promise((done) => server.close(done));
});

test("a rate limit refills", async () => {
  await t.stop();
  await start({ rate_limits: "telegram" });
  const chat_id = t.id("alice");
  const send = () => guard.api.sendMessage(chat_id, "again");
  const refusal = async (): Promise<GrammyError> => {
    const refused = () =>
      send().then(
        () => undefined,
        (error: GrammyError) => error,
      );
    return until(refused, "the rate limit");
  };
  const { error_code, parameters } = await refusal();
  expect(error_code).toBe(429);
  await expect(send()).rejects.toThrow(GrammyError);
  await develop(t, "advanceClock", { seconds: parameters.retry_after });
  expect((await send()).text).toBe("again");
});

test("the time of day is set back and forward, and timers stay as they are", async () => {
  const chat_id = t.id("Team");
  const start_s = Math.floor(t.clock.now() / 1000);
  const poll = guard.api.getUpdates({ timeout: 30 });
  await t.waiting(1);
  const until_date = start_s + 3600;
  await guard.api.restrictChatMember(chat_id, t.id("bob"), { can_send_messages: false }, { until_date });
  const set = (seconds: number) => develop(t, "setClock", { now_ms: (start_s + seconds) * 1000 });
  expect(await set(-86_400)).toMatchObject({ ahead_ms: -86_400_000, is_frozen: false, next_timer_ms: 30_000 });
  expect((await guard.api.sendMessage(chat_id, "yesterday")).date).toBe(start_s - 86_400);
  expect((await t.person("bob", "sendMessage", { chat_id, text: "no" })).status).toBe(403);
  await develop(t, "freezeClock");
  expect(await set(3601)).toMatchObject({ is_frozen: true, next_timer_ms: 30_000 });
  expect((await t.as("bob", "sendMessage", { chat_id, text: "yes" })).date).toBe(start_s + 3601);
  expect((await poll).map(({ message }) => message?.text)).toEqual(["yes"]);
  await develop(t, "resumeClock");
  t.clock.advance(1000);
  expect((await develop(t, "getClock")).now_ms).toBe((start_s + 3602) * 1000);
  for (const now_ms of [0, 946_684_799_999, 4_102_444_800_001, 1_767_225_600])
    expect((await t.post("/developer/setClock", { now_ms })).status).toBe(400);
});

test("what is no step of time is refused", async () => {
  for (const seconds of [0, -1, 31 * 86_400 + 1]) {
    const { status } = await t.post("/developer/advanceClock", { seconds });
    expect(status).toBe(400);
  }
});
