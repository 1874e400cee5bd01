/** getBotActivity shows a bot's owner how it receives updates, and its last calls and updates. */
import { afterEach, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { Receiver, untilFailed } from "../support/receiver.ts";
import { until } from "../support/until.ts";

let t: TestService;
let receiver: Receiver | undefined;
afterEach(async () => {
  await t.stop();
  await receiver?.close();
  receiver = undefined;
});

const BOT = "echo_bot";
const activity = (): Promise<Json> => t.as("alice", "getBotActivity", { bot_id: t.id(BOT) });
const say = (text: string) => t.person("alice", "sendMessage", { chat_id: t.id(BOT), text });
const traceOf = ({ headers }: { readonly headers: Headers }) => headers.get("x-trace-id");

/** Resolves when the activity satisfies the condition. */
function untilSo(isSo: (now: Json) => boolean): Promise<Json> {
  const found = async () => {
    const now = await activity();
    return isSo(now) ? now : undefined;
  };
  return until(found, `an activity with ${String(isSo)}`);
}

/** A bot of alice's whose webhook is the receiver. */
async function hook(path = ""): Promise<string> {
  receiver = new Receiver();
  const url = `${await receiver.listen()}${path}`;
  await t.ok(BOT, "setWebhook", { url });
  return url;
}

describe.each(enginesInTurn())("on %s", (engine) => {
  test("calls have their method, status, error and trace, and nothing of their content", async () => {
    t = await startWorld(engine);
    await t.as("alice", "startBot", { user_id: t.id(BOT) });
    const started_ms = t.clock.now();
    t.clock.advance(5000);
    const sent = await t.bot(BOT, "sendMessage", { chat_id: t.id("alice"), text: "a private word" });
    const refused = await t.bot(BOT, "sendMessage", { chat_id: 424_242, text: "another word" });
    await t.bot(BOT, "sendNothing");
    const now = await activity();
    expect(now).toMatchObject({ is_polling: false, node_count: 1, since_ms: started_ms });
    expect(now.calls).toEqual([
      expect.objectContaining({ method: "sendnothing", status: 404, error: expect.stringContaining("not found") }),
      {
        method: "sendMessage",
        at_ms: started_ms + 5000,
        duration_ms: 0,
        status: refused.status,
        error: refused.body.description,
        trace_id: traceOf(refused),
        count: 1,
      },
      expect.objectContaining({ method: "sendMessage", status: 200, trace_id: traceOf(sent) }),
    ]);
    expect(now.last_failed_call).toEqual(now.calls[0]);
    expect(JSON.stringify(now)).not.toMatch(/word/);
  });

  test("an update is queued, delivered by a poll and confirmed, with the trace of the call that caused it", async () => {
    t = await startWorld(engine);
    const said = await say("hello there");
    const queued = await activity();
    expect(queued.pending_update_count).toBe(1);
    expect(queued.updates).toEqual([
      {
        update_id: expect.any(Number),
        kind: "message",
        at_ms: t.clock.now(),
        state: "queued",
        trace_id: traceOf(said),
      },
    ]);
    t.clock.advance(1000);
    const [{ update_id }] = await t.ok(BOT, "getUpdates");
    expect(queued.updates[0].update_id).toBe(update_id);
    const [delivered] = (await activity()).updates;
    expect(delivered).toMatchObject({ state: "delivered", delivered_by: "poll", delivered_at_ms: t.clock.now() });
    t.clock.advance(1000);
    await t.ok(BOT, "getUpdates", { offset: update_id + 1 });
    const confirmed = await activity();
    expect(confirmed).toMatchObject({ pending_update_count: 0, last_poll_ms: t.clock.now() });
    expect(confirmed.updates).toEqual([{ ...delivered, state: "confirmed", confirmed_at_ms: t.clock.now() }]);
    expect(confirmed.calls).toMatchObject([{ method: "getUpdates", count: 2, at_ms: t.clock.now() }]);
    expect(JSON.stringify(confirmed)).not.toContain("hello there");
  });

  test("a poll returns many updates at once, and each is shown as delivered", async () => {
    t = await startWorld(engine);
    for (let n = 0; n < 30; n++) await say(`text ${n} with "quotes", \ud83d\ude00 and \\ud800`);
    const updates = (await t.ok(BOT, "getUpdates")) as Json[];
    expect(updates.map(({ message }) => message.text)).toEqual(
      Array.from({ length: 30 }, (_, n) => `text ${n} with "quotes", \ud83d\ude00 and \\ud800`),
    );
    expect(updates.map(({ update_id }) => update_id)).toEqual(updates.map((_, n) => updates[0]!.update_id + n));
    // One at a time, each update is read in another way.
    for (const update of updates)
      expect(await t.ok(BOT, "getUpdates", { offset: update.update_id, limit: 1 })).toEqual([update]);
    await t.ok(BOT, "getUpdates", { offset: updates.at(-1)!.update_id + 1 });
    const shown = (await activity()).updates as Json[];
    expect(shown).toHaveLength(30);
    for (const update of shown) expect(update).toMatchObject({ state: "confirmed", delivered_by: "poll" });
  });

  test("a poll that waits, and a conflict that ends it", async () => {
    t = await startWorld(engine);
    const poll = t.bot(BOT, "getUpdates", { timeout: 50 });
    await t.waiting(1);
    expect(await activity()).toMatchObject({ is_polling: true, calls: [] });
    const second = t.bot(BOT, "getUpdates", { timeout: 50 });
    expect((await poll).status).toBe(409);
    expect(await activity()).toMatchObject({ is_polling: true, last_failed_call: { status: 409, count: 1 } });
    await say("hello");
    expect((await second).body.result).toHaveLength(1);
    expect(await activity()).toMatchObject({ is_polling: false });
  });

  test("dropped updates are removed", async () => {
    t = await startWorld(engine);
    await say("one");
    await t.ok(BOT, "deleteWebhook", { drop_pending_updates: true });
    expect(await activity()).toMatchObject({ pending_update_count: 0, updates: [{ state: "removed" }] });
  });

  test("a webhook's attempts and its last error, without the credentials of its address", async () => {
    t = await startWorld(engine);
    const url = await hook(`/1004:${"x".repeat(43)}?key=hidden-word`);
    receiver!.answer = (_delivery, res) => void res.writeHead(503).end();
    const said = await say("hello");
    await untilFailed(t, 1);
    const error = "Wrong response from the webhook: 503";
    const failed = await untilSo(({ updates }) => updates[0]?.attempts === 1);
    expect(failed).toMatchObject({
      pending_update_count: 1,
      webhook: { last_error_message: error, last_error_date: Math.floor(t.clock.now() / 1000) },
      updates: [{ state: "queued", attempts: 1, error, trace_id: traceOf(said) }],
    });
    expect(failed.webhook.url).toBe(`${url.split("/hook")[0]}/hook/[secret]?key=[secret]`);
    receiver!.answer = (_delivery, res) => void res.end();
    await t.advanceUntil(receiver!.until(2), 1000);
    const done = await untilSo(({ pending_update_count }) => pending_update_count === 0);
    expect(done.updates).toMatchObject([{ state: "confirmed", delivered_by: "webhook", attempts: 2 }]);
    expect(done.updates[0].error).toBeUndefined();
  });

  test("a method in a webhook's response is a call of the bot", async () => {
    t = await startWorld(engine);
    await hook();
    const reply = { method: "sendMessage", chat_id: t.id("alice"), text: "reply" };
    receiver!.answer = (_delivery, res) =>
      void res.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    await say("hello");
    const now = await untilSo(({ calls }) => calls[0]?.method === "sendMessage");
    expect(now.calls).toMatchObject([{ method: "sendMessage", status: 200 }, { method: "setWebhook" }]);
  });

  test("after a restart, the updates that wait are there without a trace", async () => {
    t = await startWorld(engine);
    for (const text of ["one", "two"]) await say(text);
    await t.restart();
    const now = await activity();
    expect(now).toMatchObject({ pending_update_count: 2, calls: [] });
    const [second, first] = now.updates;
    expect(second).toEqual({ ...first, update_id: first.update_id + 1, state: "queued" });
    expect(now.updates[0].trace_id).toBeUndefined();
  });
});

test("the newest hundred calls and updates are kept", async () => {
  t = await startWorld("sqlite");
  for (let i = 0; i < 103; i++) await say(`number ${i}`);
  await Promise.all(Array.from({ length: 103 }, () => t.ok(BOT, "getMe")));
  await t.ok(BOT, "getChat", { chat_id: t.id("alice") });
  const now = await activity();
  expect(now.pending_update_count).toBe(103);
  const [newest] = now.updates;
  expect(now.updates.map(({ update_id }: Json) => newest.update_id - update_id)).toEqual([...Array(100).keys()]);
  expect(now.calls).toHaveLength(100);
  expect(now.calls[0].method).toBe("getChat");
});

test("it is for the bot's owner alone, and in developer mode as well", async () => {
  t = await startWorld("sqlite", WORLD, { developer: true });
  const said = await say("hello");
  await t.ok(BOT, "getUpdates");
  expect(await activity()).toMatchObject({
    calls: [{ method: "getUpdates" }],
    updates: [{ state: "delivered", trace_id: traceOf(said) }],
  });
  for (const person of ["bob", "carla"])
    expect((await t.person(person, "getBotActivity", { bot_id: t.id(BOT) })).body).toMatchObject({
      error_code: 404,
      reason: "BOT_NOT_FOUND",
    });
});
