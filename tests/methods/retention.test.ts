/** Retention with a clock that jumps: only data that has existed for long enough expires (behaviour.md §6). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findMeta } from "heliogram/store/queries/service/counters.ts";
import { startWebhookService, type WebhookService } from "../support/webhook-service.ts";
import { engineIndependent, type Json, type TestService, startWorld } from "../support/service.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 60 * 60_000;
const JUMP_MS = 25 * HOUR_MS;
const YEARS_MS = 3 * 366 * 24 * HOUR_MS;

describe.each(engineIndependent())("on %s", (engine) => {
  let hooked: WebhookService;
  let t: TestService;
  let team: number;
  beforeEach(async () => {
    hooked = await startWebhookService(engine);
    ({ t, team } = hooked);
  });
  afterEach(() => hooked.close());

  /** Advances the clock in small steps until a maintenance round is complete. */
  async function cleanedUp(): Promise<void> {
    const noted = () => t.service.db.read((tx) => findMeta(tx, "retention_clock"));
    // Each round begins with a log line. The second begins when the first has ended.
    for (let round = 0; round < 2; round++) {
      const before = await noted();
      await until(async () => {
        t.clock.advance(20_000);
        return (await noted()) !== before;
      }, "a round of maintenance");
    }
  }

  const texts = async (bot: string): Promise<string[]> => {
    const updates: Json[] = await t.ok(bot, "getUpdates");
    return updates.flatMap(({ message }) => (message?.text === undefined ? [] : [message.text]));
  };
  const say = (text: string, key: string): Promise<Json> =>
    t
      .post(
        "/api/sendMessage",
        { chat_id: team, text },
        { authorization: `Bearer ${t.accessToken("bob")}`, "idempotency-key": key },
      )
      .then((answer) => answer.body.result);

  test.each([JUMP_MS, YEARS_MS])(
    "a clock that is ahead by %i ms for a while makes nothing be forgotten",
    async (jump) => {
      hooked.receiver.answer = (_delivery, res) => void res.writeHead(500).end();
      await t.ok("echo_bot", "setWebhook", { url: hooked.url });
      await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "pushed" });
      await hooked.receiver.until(1);
      const { message_id: kept } = await say("/kept", "0123456789abcdef");
      const keyboard = { inline_keyboard: [[{ text: "A", callback_data: "a" }]] };
      const { message_id } = await t.ok("guard_bot", "sendMessage", {
        chat_id: team,
        text: "?",
        reply_markup: keyboard,
      });
      const press = () => t.as("bob", "pressButton", { chat_id: team, message_id, callback_data: "a" });
      const { callback_query_id } = await press();
      await t.as("alice", "suspendPerson", { user_id: t.id("dave") });
      const { entries } = await t.as("alice", "listAudit");

      // The clock is years ahead, so every session has expired.
      const pending = (await t.ok("echo_bot", "getWebhookInfo")).pending_update_count;
      t.clock.set(JUMP_MS);
      await press();
      t.clock.set(-JUMP_MS);
      await t.ok("guard_bot", "answerCallbackQuery", { callback_query_id });
      t.clock.set(jump);
      expect(await texts("guard_bot")).toEqual(["/kept"]);
      await cleanedUp();
      expect(await texts("guard_bot")).toEqual(["/kept"]);
      t.clock.set(-jump);

      await cleanedUp();
      expect(await texts("guard_bot")).toEqual(["/kept"]);
      const { expired_update_count = 0, pending_update_count } = await t.ok("echo_bot", "getWebhookInfo");
      expect([expired_update_count, pending_update_count]).toEqual([0, pending]);
      expect(pending).toBeGreaterThan(0);
      expect((await t.as("alice", "listAudit")).entries).toEqual(entries);
      expect((await say("/kept", "0123456789abcdef")).message_id).toBe(kept);
      expect(await texts("guard_bot")).toEqual(["/kept"]);
    },
  );

  test("what existed before a sleep or a downtime is kept for another day", async () => {
    await say("/slept", "0123456789abcde0");
    t.clock.set(JUMP_MS);
    await cleanedUp();
    await t.restart(async () => t.clock.set(2 * JUMP_MS));
    await say("/young", "0123456789abcde1");
    expect(await texts("guard_bot")).toEqual(["/slept", "/young"]);
    // Only time during which the service ran counts, before the restart and after it.
    t.clock.advance(20 * HOUR_MS);
    await cleanedUp();
    expect(await texts("guard_bot")).toEqual(["/slept", "/young"]);
    t.clock.advance(5 * HOUR_MS);
    await say("/new", "0123456789abcde2");
    await cleanedUp();
    expect(await texts("guard_bot")).toEqual(["/new"]);
  });

  test("a clock that was behind does not shorten the retention", async () => {
    await say("/first", "0123456789abcde0");
    t.clock.set(-2 * JUMP_MS);
    await say("/behind", "0123456789abcde1");
    t.clock.set(2 * JUMP_MS);
    await cleanedUp();
    expect(await texts("guard_bot")).toEqual(["/first", "/behind"]);
  });

  test("limits go by the time that passes: a clock that was ahead does not hold anybody off", async () => {
    const limited = await startWorld(engine, undefined, { rate_limits: "default" });
    try {
      const signIn = () => limited.post("/api/signIn", { username: "bob", password: "wrong horse", device: "x" });
      limited.clock.set(JUMP_MS);
      await until(async () => (await signIn()).status === 429, "the limit of signing in");
      limited.clock.set(-JUMP_MS);
      expect((await signIn()).status).toBe(429);
      limited.clock.advance(16 * 60_000);
      expect((await signIn()).status).not.toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
