/** SQLite's WAL stays short under any load, and a page that many messages change is written to it once. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manualClock, type ManualClock } from "heliogram/ports/clock.ts";
import type { Db } from "heliogram/store/db.ts";
import { insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { openStream } from "heliogram/store/queries/streams/streams.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, WORLD } from "../support/service.ts";
import { until } from "../support/until.ts";
import { makeStoreLocation, type StoreLocation } from "../support/test-store.ts";
import { sqlRead } from "../support/sql.ts";

const MB = 1024 * 1024;
const BOUNDS = { begin_bytes: 2 * MB, hold_bytes: 8 * MB, limit_bytes: 24 * MB };
/** The number of groups, each with a bot that receives their messages; ids from 1 and from 1001. */
const CHATS = 500;
const BOT = 1001;
const TEXT = "Message of the usual length, as people write them all day long";
const LONG_TEXT = "x".repeat(1000);
/** Enough messages that they need several times the largest bound. */
const MANY = 24_000;
/** The number of concurrent sends. */
const CROWD = 64;

let clock: ManualClock;
let told: number[];
let place: StoreLocation;
let db: Db;
let sent: number;
beforeEach(async () => {
  clock = manualClock(0);
  told = [];
  sent = 0;
  const walTooLong = (bytes: number) => void told.push(bytes);
  const { after } = clock;
  place = await makeStoreLocation("sqlite", undefined, undefined, { after, wal_bounds: BOUNDS, walTooLong });
  db = await place.open();
  await db.write(async (tx) => {
    await openStream(tx, BOT);
    for (let id = 1; id <= CHATS; id++) await openStream(tx, id);
  });
  await settled();
});
afterEach(async () => {
  await db.close();
  await place.remove();
});

/** The length of the file. */
function logBytes(): number {
  return statSync(join(place.data_dir, "heliogram.db-wal")).size;
}

/** The writes of a `sendMessage`: a message, its event, and an update for a bot. The chats are used in an order other than that of their ids. */
function send(text: string): Promise<void> {
  const chat_id = 1 + ((sent++ * 7) % CHATS);
  return db.write(async (tx) => {
    const message_id = await tx.allocateMessageIds(chat_id, 1, 5);
    const rest = {
      sender_chat_id: null,
      date: 5,
      edit_date: null,
      reply_to: null,
      media_group_id: null,
      thread_id: null,
      content: {},
    };
    await insertMessage(tx, { ...rest, chat_id, message_id, sender_id: 7, text });
    tx.append({ stream: chat_id, kind: "message", ref: message_id, body: "" });
    tx.append({ stream: BOT, kind: "message", ref: chat_id, body: JSON.stringify({ chat_id, message_id, text }) });
  });
}

/** Commits everything, so that other connections see it. */
async function settled(): Promise<void> {
  await db.readInPool((tx) => tx.get(sqlRead("select 1")));
}

/** Sends as fast as the store accepts. @returns the greatest length of the WAL in bytes */
async function sendMany(count: number): Promise<number> {
  let most = 0;
  const until = sent + count;
  const one = async () => {
    while (sent < until) {
      await send(LONG_TEXT);
      most = Math.max(most, logBytes());
    }
  };
  await Promise.all(Array.from({ length: CROWD }, one));
  return most;
}

/** Waits until pending work has ended and timers have fired. */
async function untilEmpty(bytes: () => number): Promise<void> {
  const isEmpty = () => {
    clock.advance(100);
    return bytes() === 0;
  };
  await until(isEmpty, "an empty WAL");
}

test("under sustained load the WAL restarts repeatedly", async () => {
  expect(await sendMany(MANY)).toBeLessThan(BOUNDS.limit_bytes);
  expect(told).toEqual([]);
});

test.runIf(LONG_RUN)("the same with continuous reads in the reader pool", async () => {
  let going = true;
  const read = async () => {
    while (going) {
      await db.readInPool(async (tx) => {
        await tx.get(sqlRead("select count(*) as n from stream"));
        for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
        await tx.get(sqlRead("select count(*) as n from stream"));
      });
    }
  };
  const reads = Array.from({ length: 8 }, read);
  expect(await sendMany(MANY)).toBeLessThan(BOUNDS.limit_bytes);
  going = false;
  await Promise.all(reads);
});

test("at a hundred sends per second each writes at most 3 kB to it", async () => {
  await db.close();
  // Long enough that the WAL does not restart meanwhile.
  place = await makeStoreLocation("sqlite", undefined, undefined, { after: clock.after });
  db = await place.open();
  await db.write(async (tx) => {
    for (const id of [BOT, ...Array.from({ length: CHATS }, (_, i) => i + 1)]) await openStream(tx, id);
  });
  const [seconds, rate] = [120, 100];
  await settled();
  const before = logBytes();
  for (let tenth = 0; tenth < 10 * seconds; tenth++) {
    await Promise.all(Array.from({ length: rate / 10 }, () => send(TEXT)));
    clock.advance(100);
  }
  await settled();
  expect((logBytes() - before) / (seconds * rate)).toBeLessThan(3000);
});

test("a reader in another process delays no writer; a warning is logged, and the WAL is short again after the reader has ended", async () => {
  const reader = new DatabaseSync(join(place.data_dir, "heliogram.db"), { readOnly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from stream").get();
  await sendMany(MANY);
  expect(logBytes()).toBeGreaterThan(BOUNDS.limit_bytes);
  expect(told.length).toBeGreaterThan(0);
  for (const [i, bytes] of told.slice(1).entries()) expect(bytes).toBeGreaterThanOrEqual(2 * told[i]!);
  reader.close();
  await untilEmpty(logBytes);
  told.length = 0;
  expect(await sendMany(MANY)).toBeLessThan(BOUNDS.limit_bytes);
  expect(told).toEqual([]);
});

test("what a kill has left in the WAL is checkpointed after the start", async () => {
  const reader = new DatabaseSync(join(place.data_dir, "heliogram.db"), { readOnly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from stream").get();
  await sendMany(MANY / 4);
  const before = logBytes();
  const { db: second, remove } = await place.openAsKilled();
  expect(second.walBytes()).toBeGreaterThanOrEqual(before);
  await untilEmpty(() => second.walBytes());
  expect(await second.read((tx) => tx.get(sqlRead("select count(*) as n from message")))).toEqual({ n: MANY / 4 });
  await remove();
  reader.close();
});

test("its length is among the metrics", async () => {
  const t = await startWorld("sqlite", WORLD, { search_index: true });
  // Enough to commit the buffered rows.
  const text = "x".repeat(4096);
  for (let n = 0; n < 20; n++) await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text });
  t.clock.advance(60_000);
  const metrics = async () => Number(/^heliogram_sqlite_log_bytes (\d+)$/m.exec((await t.fetch("/metrics")).body)?.[1]);
  await until(metrics, "a WAL that is not empty");
  expect(await metrics()).toBe(statSync(join(t.dir, "heliogram.db-wal")).size);
  await t.stop();
});
