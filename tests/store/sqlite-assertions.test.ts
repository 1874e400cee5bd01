/** What the SQLite engine asserts about transactions: each assertion fails on a planted fault. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BUFFERED_COUNTERS, BUFFERED_ONCE_TABLES, BUFFERED_TABLES } from "heliogram/store/buffered-statements.ts";
import type { Db, ReadTx } from "heliogram/store/db.ts";
import { Lookup } from "heliogram/store/lookup.ts";
import { openStore, SQLITE_FILE } from "heliogram/store/open.ts";
import { findSentMessage } from "heliogram/store/queries/messages/idempotency-keys.ts";
import { findMeta, setMeta } from "heliogram/store/queries/service/counters.ts";
import { openStream } from "heliogram/store/queries/streams/streams.ts";

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

test.each([
  [
    "a conflict clause",
    "insert into mention (account_id, chat_id, message_id) values (?, ?, ?) on conflict do nothing",
  ],
  ["a table with foreign keys", "insert into bot_commands (bot_id, scope, language) values (?, ?, ?)"],
  ["a query", "insert into mention (account_id, chat_id, message_id) select ?, ?, ? from account"],
])("an insert with %s is not buffered", async (_about, sql) => {
  await expect(db.write(async (tx) => tx.bufferInsert(sql, 1, 2, 3))).rejects.toThrow("must not be buffered");
});

test("an update of anything but a counter is not buffered", async () => {
  const wrong = [
    "update member set read_up_to = ? where chat_id = ?",
    "update stream set head = head + ? where id = ?",
  ];
  for (const sql of wrong)
    await expect(db.write(async (tx) => tx.bufferUpdate(sql, 1, 2))).rejects.toThrow("must not be buffered");
});

test("an insert that leaves out existing keys is buffered, and seen by the next read", async () => {
  const sql =
    "insert into send_key (account_id, key, chat_id, message_id, at) values (?, ?, ?, ?, ?) on conflict (account_id, key) do nothing";
  const find = (tx: ReadTx) => findSentMessage(tx, 7, "the-key");
  for (const message_id of [1, 2]) {
    await db.write(async (tx) => {
      await tx.bufferInsert(sql, 7, "the-key", -1, message_id, 0);
      expect(await find(tx)).toEqual({ chat_id: -1, message_id: 1 });
    });
  }
  expect(await db.read(find)).toEqual({ chat_id: -1, message_id: 1 });
});

test("tables of buffered statements have no foreign key and no check, and every unique key has an allocated number", async () => {
  // Message ids, sequence numbers and file ids are allocated by the transaction, so such a key is new.
  const ALLOCATED = new Set(["message_id", "seq", "file_id", "row_id"]);
  // A read in the pool commits first, so that another connection sees the schema.
  await db.readInPool((tx) => tx.get("select 1"));
  const file = new DatabaseSync(join(dir, SQLITE_FILE), { readOnly: true });
  try {
    for (const table of [...BUFFERED_TABLES, ...BUFFERED_ONCE_TABLES]) {
      expect(file.prepare(`pragma foreign_key_list(${table})`).all(), table).toEqual([]);
      const [{ sql }] = file.prepare("select sql from sqlite_master where name = ?").all(table) as [{ sql: string }];
      expect(sql, table).not.toMatch(/\b(?:check|references)\b/i);
      const indexes = file.prepare(`pragma index_list(${table})`).all() as { name: string; unique: number }[];
      // Rows whose key exists are left out.
      if (BUFFERED_ONCE_TABLES.has(table)) continue;
      for (const { name } of indexes.filter((index) => index.unique === 1)) {
        const columns = file.prepare(`pragma index_info(${name})`).all() as { name: string }[];
        expect(
          columns.some((column) => ALLOCATED.has(column.name)),
          name,
        ).toBe(true);
      }
    }
    for (const counter of BUFFERED_COUNTERS) {
      const [table, column] = counter.split(".") as [string, string];
      const keys = file.prepare(`pragma foreign_key_list(${table})`).all() as { from: string }[];
      expect(keys.map((key) => key.from)).not.toContain(column);
    }
  } finally {
    file.close();
  }
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

test("the head of a stream is the same in memory, in the redo log and in the table", async () => {
  await db.write((tx) => openStream(tx, 7));
  const append = () => db.write(async (tx) => tx.append({ stream: 7, kind: "x", ref: 0, body: "" }));
  await append();
  // The table is read by this statement, which flushes the head first.
  const head = () => db.read((tx) => tx.get<{ head: number }>("select head from stream where id = ?", 7));
  expect(await head()).toEqual({ head: 1 });
  await append();
  await expect(
    db.write(async (tx) => {
      tx.append({ stream: 7, kind: "x", ref: 0, body: "" });
      await tx.get("select head from stream where id = ?", 7);
      throw new Error("refused");
    }),
  ).rejects.toThrow("refused");
  await append();
  expect(await head()).toEqual({ head: 3 });
  expect(await db.read((tx) => findMeta(tx, "schema"))).toBeDefined();
});
