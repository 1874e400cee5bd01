/** The records of bots are bounded for one bot and for all, and take no more memory than they count as. */
import { expect, test } from "vitest";
import { BotRecords, RECORD_BYTES, type BotRecord } from "heliogram/activity/bot-records.ts";
import { CallRecorder } from "heliogram/activity/calls.ts";
import { fingerprint } from "heliogram/activity/fingerprint.ts";
import { UpdateRecorder } from "heliogram/activity/updates.ts";

const HOUR_MS = 3600 * 1000;
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

function recorder(limits: { readonly entries: number; readonly bytes: number; readonly idle_ms: number }) {
  const clock = { now_ms: 0 };
  const records = new BotRecords(() => clock.now_ms, limits);
  const calls = new CallRecorder(records, { now: () => clock.now_ms, elapsed: () => clock.now_ms });
  const call = (bot_id: number, method = "sendMessage", status = 200, body = "") => {
    const observation = calls.begin(Buffer.from(TRACE).toString(), "getMe");
    observation.caller(bot_id, method);
    observation.end(status, body);
  };
  return { clock, records, call, updates: new UpdateRecorder(records, () => clock.now_ms) };
}

const methods = ({ calls }: BotRecord) => calls.newestFirst().map(({ method }) => method);

test("a bot's oldest calls go first, and its last failure stays", () => {
  const { records, call } = recorder({ entries: 3, bytes: 1e9, idle_ms: HOUR_MS });
  call(1, "getMe", 400, JSON.stringify({ ok: false, description: "Bad Request: no" }));
  for (const method of ["a", "b", "c", "d"]) call(1, method);
  expect(methods(records.find(1)!)).toEqual(["d", "c", "b"]);
  expect(records.find(1)!.last_failed).toMatchObject({ method: "getMe", error: "Bad Request: no" });
  expect(records.bytes).toBe(RECORD_BYTES.bot + 3 * RECORD_BYTES.call);
});

test("the bots that have done nothing for longest go first where all together have too much", () => {
  const { records, call } = recorder({ entries: 10, bytes: 3 * (RECORD_BYTES.bot + RECORD_BYTES.call), idle_ms: 1e9 });
  for (const bot of [1, 2, 3, 1, 4]) call(bot);
  expect([1, 2, 3, 4].filter((bot) => records.find(bot))).toEqual([1, 4]);
  for (let i = 0; i < 50; i++) call(4, `method${i}`);
  expect(records.find(1)).toBeUndefined();
  expect(methods(records.find(4)!)).toHaveLength(10);
});

test("the records of idle bots are dropped", () => {
  const { clock, records, call } = recorder({ entries: 10, bytes: 1e9, idle_ms: 2 * HOUR_MS });
  call(1);
  clock.now_ms = HOUR_MS;
  call(2);
  clock.now_ms = 2 * HOUR_MS + 1;
  call(2);
  expect(records.find(1)).toBeUndefined();
  expect(records.bytes).toBe(RECORD_BYTES.bot + 2 * RECORD_BYTES.call);
});

test("a poll that ends after the record of its bot was dropped is not counted", () => {
  const clock = { now_ms: 0 };
  const records = new BotRecords(() => clock.now_ms, { entries: 10, bytes: 1e9, idle_ms: HOUR_MS });
  const poll = new CallRecorder(records, { now: () => clock.now_ms, elapsed: () => 0 }).begin(TRACE, "getUpdates");
  poll.caller(1, "getUpdates");
  clock.now_ms = 2 * HOUR_MS;
  records.of(2);
  poll.end(200, "");
  expect([records.find(1), records.bytes]).toEqual([undefined, RECORD_BYTES.bot]);
});

test("an update that is delivered before its transaction is known to be committed gets its trace", () => {
  const { records, updates } = recorder({ entries: 10, bytes: 1e9, idle_ms: HOUR_MS });
  const made = { bot_id: 1, kind: "message", chat_id: 5 } as const;
  updates.polled(1, [{ seq: 7, kind: "message", body: "the text", at: 0 }]);
  updates.made(made, "the text", TRACE);
  expect(records.find(1)!.updates.newestFirst()).toMatchObject([
    { update_id: 7, trace_id: TRACE, delivered_by: "poll" },
  ]);
});

test("updates of which the store has no more were confirmed or removed", () => {
  const { records, updates } = recorder({ entries: 10, bytes: 1e9, idle_ms: HOUR_MS });
  const event = (seq: number) => ({ seq, kind: "message", body: `body ${seq}`, at: 0 });
  updates.polled(1, [event(1)]);
  updates.reconcile(1, [event(3), event(2), event(1)], true, []);
  const open = updates.open(1);
  updates.reconcile(1, [event(4)], false, open);
  const states = () =>
    records
      .find(1)!
      .updates.newestFirst()
      .map(({ update_id, isRemoved, confirmed_at_ms }) => [update_id, isRemoved || confirmed_at_ms !== undefined]);
  // The queue may have older ones than those that were read.
  expect(states().filter(([, isOver]) => isOver)).toEqual([]);
  updates.reconcile(1, [event(4)], true, open);
  expect(
    states()
      .filter(([, isOver]) => isOver)
      .map(([id]) => id)
      .sort(),
  ).toEqual([1, 2, 3]);
});

test("fingerprints of different updates differ", () => {
  const bodies = Array.from({ length: 20_000 }, (_, i) => `{"message_id":${i},"text":"${"x".repeat(i % 3000)}"}`);
  expect(new Set(bodies.map(fingerprint)).size).toBe(bodies.length);
  const long = "x".repeat(3000);
  expect(fingerprint(`${long}a`)).not.toBe(fingerprint(`${long}b`));
});
