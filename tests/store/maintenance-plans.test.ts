/** Maintenance finds due rows by an index: none of its statements scans a whole table. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { saveServiceRetention } from "heliogram/store/queries/retention/rules.ts";
import type { AppContext } from "heliogram/app/app-context.ts";
import { UpdateLife } from "heliogram/live/update-life.ts";
import { singleProcess } from "heliogram/cluster/single-process.ts";
import { startMaintenance } from "heliogram/runtime/maintenance/jobs.ts";
import { BlobStore } from "heliogram/media/blob-store.ts";
import { yieldToEventLoop } from "heliogram/runtime/event-loop.ts";
import type { MediaStore } from "heliogram/media/media.ts";
import { manualClock } from "heliogram/ports/clock.ts";
import { RetentionClock } from "heliogram/ports/retention-clock.ts";
import type { Db, Tx, Value } from "heliogram/store/db.ts";
import { saveMailAddress } from "heliogram/store/queries/mail/mail-addresses.ts";
import { saveMailDigest } from "heliogram/store/queries/mail/mail-digests.ts";
import { insertFile } from "heliogram/store/queries/files/files.ts";
import { deleteMessage, insertMessage } from "heliogram/store/queries/messages/messages.ts";
import { openStream } from "heliogram/store/queries/streams/streams.ts";
import { POSTGRES_DIALECT } from "heliogram/store/postgres/dialect.ts";
import { SQLITE_DIALECT } from "heliogram/store/sqlite/dialect.ts";
import type { Statement } from "heliogram/store/statement.ts";
import { engines, type Engine } from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";
import { makeStoreLocation } from "../support/test-store.ts";
import { until } from "../support/until.ts";

const START_S = 1_767_225_600;
const DAY_MS = 24 * 60 * 60_000;
const CHAT = -1_000_000_000_001;
const GONE = -1_000_000_000_002;

const dir = mkdtempSync(join(tmpdir(), "heliogram-plans-"));
afterAll(() => rmSync(dir, { recursive: true }));

type Statements = Map<Statement, readonly Value[]>;

const DIALECTS = { memory: SQLITE_DIALECT, sqlite: SQLITE_DIALECT, postgres: POSTGRES_DIALECT };

/** The store, which records its statements. */
function noting(db: Db, noted: Statements): Db {
  const watch = <T extends object>(tx: T): T =>
    new Proxy(tx, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...given: unknown[]) => unknown;
        if (!["all", "get", "run", "add"].includes(String(name))) return method.bind(target);
        return (statement: Statement, ...values: Value[]) => {
          noted.set(statement, values);
          return method.call(target, statement, ...values);
        };
      },
    });
  return new Proxy(db, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as unknown;
      if (typeof method !== "function") return method;
      if (name !== "read" && name !== "write") return method.bind(target) as unknown;
      return (work: (tx: object) => unknown) => method.call(target, (tx: object) => work(watch(tx))) as unknown;
    },
  });
}

/** One row of each kind that maintenance deletes. */
async function fill(tx: Tx): Promise<void> {
  const message = { sender_id: 1, sender_chat_id: null, date: 1, edit_date: null, reply_to: null };
  const whole = { ...message, media_group_id: null, thread_id: null, text: "" };
  for (const chat_id of [CHAT, GONE]) {
    await openStream(tx, chat_id);
    for (const message_id of [1, 2]) {
      const picture = { sha256: `${message_id}`.repeat(64), size: 1, width: 1, height: 1 };
      const media = await insertFile(tx, { kind: "photo", file: 0, sizes: [picture] });
      const posted = { ...whole, chat_id, message_id, content: { media } };
      await insertMessage(tx, posted);
      if (message_id === 1) await deleteMessage(tx, posted);
    }
    tx.append({ stream: chat_id, kind: "message", ref: 1, body: "" });
  }
  await tx.run(sqlWrite(`insert into chat (id, type, created_at) values (${CHAT}, 'supergroup', 1)`));
  await saveServiceRetention(tx, { messages_days: 2, media_days: 1 });
  await tx.run(sqlWrite("insert into deleted_chat (id) values (?)"), GONE);
  await tx.run(sqlWrite("insert into send_key (account_id, key, chat_id, message_id, at) values (1, 'k', 1, 1, 1)"));
  await tx.run(
    sqlWrite(
      "insert into callback_query (id, bot_id, account_id, chat_id, message_id, at) values ('1', 1, 1, 1, 1, 1)",
    ),
  );
  await tx.run(sqlWrite("insert into account (id, is_bot, first_name, created_at) values (1, 0, 'a', 1)"));
  await tx.run(sqlWrite("insert into person (account_id) values (1)"));
  await saveMailAddress(tx, { person_id: 1, address: "a@example.org", verified_at: 1 }, "a@example.org");
  await saveMailDigest(tx, { person_id: 1, every: "daily", due_at: 1, covered_until: 1 });
  const audit = "insert into audit (at, origin, action, subject_kind, detail) values (1, 'operator', 'x', '', '{}')";
  await tx.run(sqlWrite(audit));
}

/** The tables that a statement would scan completely. */
async function scanned(db: Db, engine: Engine, sql: string, values: readonly Value[]): Promise<string[]> {
  const lines = (rows: object[]) => rows.map((row) => String(Object.values(row).at(-1)));
  if (engine === "postgres") {
    return db.write(async (tx) => {
      await tx.run(sqlWrite("set local enable_seqscan = off"));
      const plan = lines(await tx.all(sqlWrite<object>(`explain ${sql}`), ...values));
      return plan.filter((line) => line.includes("Seq Scan"));
    });
  }
  const plan = lines(await db.read((tx) => tx.all(sqlRead<object>(`explain query plan ${sql}`), ...values)));
  return plan.filter((line) => line.startsWith("SCAN") && !/SCAN (CONSTANT ROW|page\b)/.test(line));
}

describe.each(engines())("on %s", (engine) => {
  test("every statement of maintenance has an index", async () => {
    const store = await makeStoreLocation(engine);
    const db = await store.open();
    const noted: Statements = new Map();
    const clock = manualClock(START_S * 1000);
    const media = join(dir, engine);
    const blobs = await BlobStore.open(media, {
      bytes: () => Buffer.from("name"),
      onBytes: () => {},
      turn: yieldToEventLoop,
      after: () => () => {},
      now_ms: () => clock.now(),
      reserve_bytes: 0,
      max_temporary_bytes: 1,
      expect: async () => {},
    });
    await blobs.keep(await blobs.writeTemporary(Buffer.from("of no file")));
    await db.write(fill);
    const faults: unknown[] = [];
    const stop = startMaintenance({
      leases: singleProcess().leases,
      db: noting(db, noted),
      media: { blobs } as MediaStore,
      clock,
      retention: new RetentionClock(clock),
      settings: { audit_days: 30, deleted_files_days: 1 },
      app: { sends_mail: true } as AppContext,
      updateLife: new UpdateLife(),
      onExpired: () => {},
      onError: (error) => faults.push(error),
    });
    const textOf = (statement: Statement) => statement.textIn(DIALECTS[engine]);
    const isThrough = () => [...noted.keys()].some((each) => textOf(each).startsWith("delete from file where"));
    await until(async () => {
      clock.advance(DAY_MS / 100);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
      return isThrough() || faults.length > 0;
    }, "the last statement of maintenance");
    await stop();
    expect(faults).toEqual([]);
    const found: Record<string, string[]> = {};
    for (const [statement, values] of noted) {
      const sql = textOf(statement);
      const tables = await scanned(db, engine, sql, values);
      // The lists of deletions, all of which are due, and a table that has a few rows.
      const others = tables.filter((table) => !table.includes("json_each"));
      if (
        others.length > 0 &&
        !/from deleted_chat where|where is_deleted = 1|from meta where|from legal_hold|from erasure where/.test(sql)
      )
        found[sql] = others;
    }
    expect(found).toEqual({});
    expect(noted.size).toBeGreaterThan(20);
    // The check itself can fail.
    const [sql, values] = ["delete from message where date < ?", [1]] as const;
    expect(await scanned(db, engine, sql, values)).not.toEqual([]);
    await db.close();
    await store.remove();
  });
});
