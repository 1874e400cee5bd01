/** What the SQLite engine asserts about transactions: each assertion fails on a planted fault. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Db, ReadTx } from "heliogram/store/db.ts";
import { Lookup } from "heliogram/store/lookup.ts";
import { openStore } from "heliogram/store/open.ts";
import { findSentMessage, insertIdempotencyKey } from "heliogram/store/queries/messages/idempotency-keys.ts";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import { openStream } from "heliogram/store/queries/streams/streams.ts";
import { sqlRead } from "../support/sql.ts";

const postgres = { connections: 1, wait_ms: 1, statement_ms: 1, start_ms: 1 };
const fatal: unknown[] = [];
let dir: string;
let db: Db;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-assertions-"));
  fatal.length = 0;
  const options = { notify: () => {}, now_ms: () => 5000, after: () => () => {}, postgres };
  db = await openStore({ database: "sqlite", data_dir: dir }, { ...options, fatal: (error) => void fatal.push(error) });
});
afterEach(async () => {
  await db.close();
  rmSync(dir, { recursive: true });
});

test("a transaction that awaits anything but its own statements is fatal", async () => {
  await db.write(async (tx) => {
    await setMeta(tx, "a", "1");
    await new Promise((done) => setTimeout(done, 5));
  });
  expect(fatal.map(String)).toEqual([expect.stringContaining("awaited")]);
  fatal.length = 0;
  await db.write((tx) => setMeta(tx, "a", "2"));
  expect(fatal).toEqual([]);
});

test("an insert that leaves out existing keys is buffered, and seen by the next read", async () => {
  const find = (tx: ReadTx) => findSentMessage(tx, 7, "the-key");
  for (const message_id of [1, 2]) {
    await db.write(async (tx) => {
      await insertIdempotencyKey(tx, 7, "the-key", { chat_id: -1, message_id }, 0);
      expect(await find(tx)).toEqual({ chat_id: -1, message_id: 1 });
    });
  }
  expect(await db.read(find)).toEqual({ chat_id: -1, message_id: 1 });
});

test("a cached value cannot be changed", async () => {
  const META = new Lookup<{ value: string; parts: string[] }>({
    select: "value",
    from: "meta where key = ?",
    tables: ["meta"],
    decode: ([row]: readonly { value: string }[]) => row && { value: row.value, parts: [row.value] },
  });
  await db.write((tx) => setMeta(tx, "a", "1"));
  const value = await db.read((tx) => tx.lookUp(META, "a"));
  expect(() => (value!.value = "2")).toThrow(TypeError);
  expect(() => value!.parts.push("2")).toThrow(TypeError);
});

test("the last sequence number of a stream is the same in memory, in the redo log and in the table", async () => {
  await db.write((tx) => openStream(tx, 7));
  const append = () => db.write(async (tx) => tx.append({ stream: 7, kind: "x", ref: 0, body: "" }));
  await append();
  // The table is read by this statement, which flushes the number first.
  const lastSeq = () =>
    db.read((tx) => tx.get(sqlRead<{ last_seq: number }>("select last_seq from stream where id = ?"), 7));
  expect(await lastSeq()).toEqual({ last_seq: 1 });
  await append();
  await expect(
    db.write(async (tx) => {
      tx.append({ stream: 7, kind: "x", ref: 0, body: "" });
      await tx.get(sqlRead("select last_seq from stream where id = ?"), 7);
      throw new Error("refused");
    }),
  ).rejects.toThrow("refused");
  await append();
  expect(await lastSeq()).toEqual({ last_seq: 3 });
  expect(await db.read((tx) => findMeta(tx, "schema"))).toBeDefined();
});
