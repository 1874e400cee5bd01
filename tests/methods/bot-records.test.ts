/** The records of bots are bounded for one bot and for all, and take no more memory than they count as. */
import { expect, test } from "vitest";
import { BotRecords, RECORD_BYTES, type BotRecord } from "heliogram/activity/bot-records.ts";
import { CallRecorder } from "heliogram/activity/calls.ts";
import { UpdateRecorder } from "heliogram/activity/updates.ts";

const HOUR_MS = 3600 * 1000;
const TIMES = { observe: () => {} };
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

function recorder(limits: { readonly entries: number; readonly bytes: number; readonly idle_ms: number }) {
  const clock = { now_ms: 0 };
  const records = new BotRecords(() => clock.now_ms, limits);
  const calls = new CallRecorder(records, { now: () => clock.now_ms, elapsed: () => clock.now_ms }, TIMES);
  const call = (bot_id: number, method = "sendMessage", status = 200, body = "") => {
    const observation = calls.ofBot("bot", Buffer.from(TRACE).toString(), "getMe", undefined);
    observation.caller(bot_id, method);
    observation.end(status, body);
  };
  return {
    clock,
    records,
    call,
    updates: new UpdateRecorder(
      records,
      () => clock.now_ms,
      () => undefined,
    ),
  };
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
  const poll = new CallRecorder(records, { now: () => clock.now_ms, elapsed: () => 0 }, TIMES).ofBot(
    "bot",
    TRACE,
    "getUpdates",
    undefined,
  );
  poll.caller(1, "getUpdates");
  clock.now_ms = 2 * HOUR_MS;
  records.of(2);
  poll.end(200, "");
  expect([records.find(1), records.bytes]).toEqual([undefined, RECORD_BYTES.bot]);
});

test("an update that is delivered before its transaction is known to be committed gets its trace", () => {
  const { records, updates } = recorder({ entries: 10, bytes: 1e9, idle_ms: HOUR_MS });
  const event = { stream: 1, kind: "message", ref: 5, body: "the text" };
  updates.polled(1, [{ seq: 7, at: 0, ...event }], 7);
  const note = { event, seq: 7, trace_id: TRACE };
  updates.committed([note]);
  expect([...records.find(1)!.updates.values()]).toMatchObject([
    { update_id: 7, trace_id: TRACE, delivered_by: "poll", state: "delivered" },
  ]);
});

test("updates of which the store has no more were confirmed, removed, or have left by another node", () => {
  const { records, updates } = recorder({ entries: 10, bytes: 1e9, idle_ms: HOUR_MS });
  const event = (seq: number) => ({ seq, kind: "message", ref: 5, body: `body ${seq}`, at: 0 });
  const part = { last: Number.MAX_SAFE_INTEGER, isAlone: true };
  updates.polled(1, [event(1)], 1);
  updates.queued(1, [event(3), event(2), event(1)]);
  const open = updates.open(1);
  updates.queued(1, [event(4)]);
  const states = () => [...records.find(1)!.updates.values()].map(({ update_id, state }) => `${update_id} ${state}`);
  // The queue may have older ones than those that were read.
  updates.reconcile(open, { ...part, updates: [event(4)], first: 4 });
  expect(states()).toEqual(["1 delivered", "2 queued", "3 queued", "4 queued"]);
  updates.reconcile(open, { ...part, updates: [event(3), event(4)], first: 0 });
  updates.reconcile(open, { ...part, updates: [event(4)], first: 0, isAlone: false });
  expect(states()).toEqual(["1 confirmed", "2 removed", "3 left", "4 queued"]);
});
