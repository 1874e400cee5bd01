/** The update queue and long polling (interface.md, getUpdates; behaviour.md §6). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines, startWorld, type TestService } from "../support/service.ts";

describe.each(engines())("updates on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());
  beforeEach(async () => {
    await t.updates("echo_bot");
    await t.updates("guard_bot");
  });

  const say = (text: string, who = "bob") => t.as(who, "sendMessage", { chat_id: team, text });
  const texts = async (bot: string, params: object = {}) =>
    (await t.ok(bot, "getUpdates", params)).map((update: { message: { text: string } }) => update.message.text);

  test("ids are consecutive; unconfirmed updates come again", async () => {
    for (const text of ["a", "b", "c"]) await say(text);
    const updates = await t.ok("guard_bot", "getUpdates");
    const first = updates[0].update_id;
    expect(updates.map((each: { update_id: number }) => each.update_id - first)).toEqual([0, 1, 2]);
    expect(Object.keys(updates[0])).toEqual(["update_id", "message"]);
    expect(await texts("guard_bot", { limit: 1 })).toEqual(["a"]);
    expect(await texts("guard_bot", { offset: first + 1 })).toEqual(["b", "c"]);
    expect(await texts("guard_bot")).toEqual(["b", "c"]);
    expect(await texts("guard_bot", { offset: -1 })).toEqual(["c"]);
    expect(await texts("guard_bot")).toEqual(["c"]);
    expect(await texts("guard_bot", { offset: first + 1000 })).toEqual(["c"]);
    expect(await texts("guard_bot", { offset: first + 3 })).toEqual([]);
  });

  test("limits are clamped, and non-numbers refused", async () => {
    await say("x");
    expect(await texts("guard_bot", { limit: 0 })).toEqual(["x"]);
    expect(await texts("guard_bot", { limit: 5000, timeout: -3 })).toEqual(["x"]);
    const bad = await t.bot("guard_bot", "getUpdates", { offset: "soon" });
    expect(bad.body).toMatchObject({ error_code: 400, description: expect.stringContaining("offset") });
  });

  test("a waiting poll ends with the next update, and with its timeout", async () => {
    const poll = t.ok("guard_bot", "getUpdates", { timeout: 30 });
    await t.waiting(1);
    await say("now");
    expect((await poll)[0].message.text).toBe("now");
    await t.updates("guard_bot");
    const idle = t.ok("guard_bot", "getUpdates", { timeout: 30 });
    await t.waiting(1);
    t.clock.advance(30_000);
    expect(await idle).toEqual([]);
  });

  test("the newest poll wins, and repeated conflicts are delayed", async () => {
    const first = t.bot("guard_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);
    const second = t.bot("guard_bot", "getUpdates", { timeout: 50 });
    expect((await first).body).toMatchObject({
      error_code: 409,
      description: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    });
    await t.waiting(1);
    const third = t.bot("guard_bot", "getUpdates", { timeout: 50 });
    let answered = false;
    void second.then(() => (answered = true));
    for (let i = 0; i < 20; i++) await t.ok("stranger_bot", "getMe");
    expect(answered).toBe(false);
    const before_ms = t.clock.now();
    expect((await t.advanceUntil(second, 100)).status).toBe(409);
    expect(t.clock.now() - before_ms).toBeGreaterThan(2000);
    await say("for the third");
    expect((await third).body.result[0].message.text).toBe("for the third");
  });

  test("a poll ends when its client disconnects", async () => {
    const gone = new AbortController();
    const poll = fetch(`${t.url}/bot${t.token("guard_bot")}/getUpdates?timeout=50`, { signal: gone.signal }).catch(
      () => "aborted",
    );
    await t.waiting(1);
    gone.abort();
    expect(await poll).toBe("aborted");
    await t.waiting(0);
    const next = t.bot("guard_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);
    await say("x");
    expect((await next).status).toBe(200);
  });

  test("allowed_updates is stored, and applied when an update is queued", async () => {
    await t.ok("guard_bot", "getUpdates", { allowed_updates: ["callback_query", "nonsense"] });
    await say("unseen");
    expect(await t.ok("guard_bot", "getUpdates")).toEqual([]);
    await t.ok("guard_bot", "getUpdates", { allowed_updates: "null" });
    await say("unseen too");
    await t.ok("guard_bot", "getUpdates", { allowed_updates: [] });
    await say("seen");
    expect(await texts("guard_bot")).toEqual(["seen"]);
  });

  test("privacy mode: commands, mentions, replies and service messages", async () => {
    const own = await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "from echo" });
    await say("chatter");
    await say("/help");
    await say("/help@guard_bot");
    await say("/help@Echo_Bot now");
    await say("hello @echo_bot");
    await t.as("bob", "sendMessage", { chat_id: team, text: "an answer", reply_to_message_id: own.message_id });
    expect(await texts("echo_bot")).toEqual(["/help", "/help@Echo_Bot now", "hello @echo_bot", "an answer"]);
    expect(await texts("guard_bot")).toHaveLength(6);
  });

  test("bots do not get bots' messages, and edits are edited_message updates", async () => {
    await t.ok("echo_bot", "sendMessage", { chat_id: team, text: "bot talk" });
    const { message_id } = await say("before");
    await t.as("bob", "editMessageText", { chat_id: team, message_id, text: "after" });
    const updates = await t.ok("guard_bot", "getUpdates");
    expect(updates).toHaveLength(2);
    expect(updates[1].edited_message).toMatchObject({ message_id, text: "after", edit_date: expect.any(Number) });
  });

  test("an update expires after 24 hours", async () => {
    await say("old");
    t.clock.advance(23 * 3_600_000);
    await say("young", "carla");
    t.clock.advance(3_600_000);
    expect(await texts("guard_bot")).toEqual(["young"]);
  });

  test("a webhook and polling exclude each other", async () => {
    const poll = t.bot("guard_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);
    const set = await t.bot("guard_bot", "setWebhook", { url: "http://127.0.0.1:9/hook" });
    expect(set.body).toEqual({ ok: true, result: true, description: "Webhook was set" });
    expect((await t.advanceUntil(poll, 500)).body.description).toBe("Conflict: terminated by setWebhook request");
    const refused = await t.advanceUntil(t.bot("guard_bot", "getUpdates"), 500);
    expect(refused.body.description).toContain("use deleteWebhook to delete the webhook first");
    expect((await t.bot("guard_bot", "deleteWebhook")).body.description).toBe("Webhook was deleted");
    expect((await t.bot("guard_bot", "deleteWebhook")).body.description).toBe("Webhook is already deleted");
    expect(await t.ok("guard_bot", "getUpdates")).toEqual([]);
  });
});
