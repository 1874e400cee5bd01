/** Copies of stores between the engines: every row of every table arrives, after any interruption too. */
import { existsSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { copyBetween, parseStoreAddress, type StoreAddress } from "heliogram/runtime/copy-store.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { copyStore, CopyDiffers, type RowProgress } from "heliogram/store/copy/copy-store.ts";
import { ROWS_PER_RANGE } from "heliogram/store/copy/sides.ts";
import { knownSchema } from "heliogram/store/migrate.ts";
import { openStore } from "heliogram/store/open.ts";
import { copiedTables } from "heliogram/store/sqlite/copied-tables.ts";
import { openSqliteSource } from "heliogram/store/sqlite/copy-source.ts";
import { openSqliteTarget } from "heliogram/store/sqlite/copy-target.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { engines, enginesInTurn, type Engine } from "../support/service.ts";
import { count, database, fatal, openIn, POSTGRES, StoreFolders, write } from "../support/store-folder.ts";
import { makeRandomStore, rowsOf } from "./random-store.ts";

vi.setConfig({ testTimeout: 240_000 });

const QUIET: RowProgress = { begin() {}, advance() {}, end() {} };
const SEEDS = LONG_RUN ? 20 : 2;
const INTERRUPTIONS = LONG_RUN ? 40 : 6;

let folders: StoreFolders;
const databases: string[] = [];
beforeEach(() => {
  folders = new StoreFolders();
});
afterEach(async () => {
  folders.remove();
  for (const each of databases.splice(0)) await dropDatabase(each);
});

async function emptyDatabase(): Promise<string> {
  const made = await createDatabase(inject("postgresUrl"), "");
  databases.push(made);
  return made;
}

/** A folder that has nothing yet. */
function emptyFolder(): string {
  const folder = folders.copy();
  for (const name of ["heliogram.db", "heliogram.db-wal", "heliogram.db-shm"])
    rmSync(`${folder}/${name}`, { force: true });
  return folder;
}

const addressOf = (place: string): StoreAddress => (place.startsWith("postgres") ? { url: place } : { folder: place });

function copy(from: string, to: string, progress: RowProgress = QUIET) {
  const settings = settingsSchema.parse({ data_dir: folders.dir });
  return copyBetween({ settings, from: addressOf(from), to: addressOf(to), progress });
}

/** A progress whose n-th report is a crash. */
function crashing(n: number): RowProgress {
  let left = n;
  const report = () => {
    if (left-- === 0) throw new Error("crash");
  };
  return { begin: report, advance: report, end: report };
}

/** Crashes after the first range of a long table. */
function crashInMessages(rows: number): void {
  if (rows === ROWS_PER_RANGE) throw new Error("crash");
}

/** What is left to test where there is no PostgreSQL. */
const others = engines().includes("postgres") ? (["postgres", "sqlite"] as const) : (["sqlite"] as const);
const emptyPlace = (engine: Engine) => (engine === "postgres" ? emptyDatabase() : emptyFolder());

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  "there and back, all rows are the same (seed %i)",
  async (seed) => {
    const rows = await makeRandomStore(folders.dir, seed);
    const before = await rowsOf(folders.dir);
    expect(Object.keys(before).filter((table) => before[table]!.length === 0)).toEqual([]);
    for (const engine of others) {
      const there = await emptyPlace(engine);
      const made = await copy(folders.dir, there);
      expect(await rowsOf(there)).toEqual(before);
      expect([made.is_resumed, made.rows]).toEqual([
        false,
        Object.values(made.tables).reduce((sum, each) => sum + each.rows, 0),
      ]);
      const back = emptyFolder();
      const again = await copy(there, back);
      expect(again.tables).toEqual(made.tables);
      expect(await rowsOf(back)).toEqual(before);
    }
    expect(rows).toBeGreaterThan(7500);
  },
);

describe.each(enginesInTurn())("from SQLite to %s and back", (engine) => {
  test("an interrupted copy is no store, and goes on where it was", async () => {
    await makeRandomStore(folders.dir, 7);
    const before = await rowsOf(folders.dir);
    let steps = 0;
    const report = () => void steps++;
    const whole = await emptyPlace(engine);
    await copy(folders.dir, whole, { begin: report, advance: report, end: report });
    for (const [from, to] of [
      [folders.dir, await emptyPlace(engine)],
      [whole, emptyFolder()],
    ] as const) {
      for (let n = 0; n < INTERRUPTIONS; n++) {
        // A copy that goes on has fewer steps, but at least those of the comparison, which are half of all.
        const at = Math.floor((n * steps) / (2 * INTERRUPTIONS));
        await expect(copy(from, to, crashing(at))).rejects.toThrow("crash");
        const opened = await opening(to);
        expect(opened).toMatch(/^(?:a copy into this database was interrupted: .*|there is no file)$/);
      }
      const advanced: number[] = [];
      const last = await copy(from, to, { ...QUIET, advance: (rows) => void advanced.push(rows) });
      expect(last.is_resumed).toBe(true);
      // Tables that were whole are reported at once.
      expect(Math.max(...advanced)).toBeGreaterThan(1000);
      expect(await rowsOf(to)).toEqual(before);
    }
  });

  test.runIf(LONG_RUN)("where the source has changed meanwhile, the copy begins anew", async () => {
    await makeRandomStore(folders.dir, 8);
    const first = "row_id = (select min(row_id) from message)";
    for (const change of [
      `delete from message where ${first}`,
      `update message set text = 'changed' where ${first}`,
      "insert into sign_in_place (person_id, place, used_at) select account_id, '', 1 from person limit 1",
      // Its unique key is refused when the copy goes on.
      `update message set row_id = (select max(row_id) + 1 from message) where ${first}`,
    ]) {
      const to = await emptyPlace(engine);
      await expect(copy(folders.dir, to, { ...QUIET, advance: crashInMessages })).rejects.toThrow("crash");
      const db = new DatabaseSync(database(folders.dir));
      db.exec(change);
      db.close();
      expect((await copy(folders.dir, to)).is_resumed).toBe(true);
      expect(await rowsOf(to)).toEqual(await rowsOf(folders.dir));
    }
  });

  test("it is refused where a store is, or a service runs", async () => {
    await makeRandomStore(folders.dir, 9);
    const to = await emptyPlace(engine);
    await copy(folders.dir, to);
    await expect(copy(folders.dir, to)).rejects.toThrow(/is not empty|there is a store already/);
    const db = await open(to);
    const other = emptyFolder();
    await expect(copy(to, other)).rejects.toThrow(/stop all nodes first|is open in another process/);
    await expect(copy(folders.dir, to)).rejects.toThrow(/stop all nodes first|is open in another process/);
    await db.close();
    await copy(to, other);
    const source = await openIn(folders.dir);
    await expect(copy(folders.dir, await emptyPlace(engine))).rejects.toThrow("is open in another process");
    await source.close();
  });
});

/** What a service says that starts on an unfinished copy. */
function opening(place: string): Promise<string> {
  if (!place.startsWith("postgres") && !existsSync(database(place))) return Promise.resolve("there is no file");
  return open(place).then(
    () => "it is open",
    (error: Error) => error.message,
  );
}

function open(place: string) {
  const options = { notify: () => {}, fatal, now_ms: () => 5000, after: () => () => {}, postgres: POSTGRES };
  return place.startsWith("postgres") ? openStore({ database: place, data_dir: folders.dir }, options) : openIn(place);
}

test.runIf(others.length > 1)("PostgreSQL goes on counting after the highest number", async () => {
  await makeRandomStore(folders.dir, 10);
  const url = await emptyDatabase();
  await copy(folders.dir, url);
  const client = new pg.Client(url);
  await client.connect();
  try {
    const next = async () => {
      const { rows } = await client.query("insert into file (kind, sha256, media) values ('a', 'b', 'c') returning id");
      return Number(rows[0].id);
    };
    const { rows: highest } = await client.query("select max(id) as id from file");
    expect(await next()).toBe(Number(highest[0].id) + 1);
    await client.query("delete from file where sha256 = 'b'");
    await client.end();
    const other = await emptyDatabase();
    await copy(url, other);
    const copied = new pg.Client(other);
    await copied.connect();
    // Numbers of deleted rows are not given out again.
    const { rows } = await copied.query("insert into file (kind, sha256, media) values ('a', 'b', 'c') returning id");
    await copied.end();
    expect(Number(rows[0].id)).toBe(Number(highest[0].id) + 2);
  } finally {
    await client.end().catch(() => {});
  }
});

test("a row that changes on its way is found", async () => {
  await makeRandomStore(folders.dir, 11);
  const tables = await copiedTables(await knownSchema());
  const source = openSqliteSource(database(folders.dir));
  const target = await openSqliteTarget(database(emptyFolder()), source.schema, tables);
  const faulty: typeof target = {
    ...target,
    insert: (table, rows) =>
      target.insert(
        table,
        table.name === "message" ? rows.map((row) => row.map((v) => (v === "plain" ? "p1ain" : v))) : rows,
      ),
  };
  const copied = copyStore(source, faulty, tables, QUIET);
  await expect(copied).rejects.toThrow(CopyDiffers);
  await expect(copied).rejects.toThrow("the table message is not the same in the copy, from the row");
  await target.close();
  await source.close();
});

test("what only the redo log of a killed service has is copied", async () => {
  const db = await openIn(folders.dir);
  await write(db, 0, 3);
  const killed = folders.copy();
  await db.close();
  const to = emptyFolder();
  await copy(killed, to);
  const copied = await openIn(to);
  expect(await count(copied, 10)).toBe(3);
  await copied.close();
});

test.runIf(others.length > 1)("a text that PostgreSQL does not store is named", async () => {
  await makeRandomStore(folders.dir, 12);
  const db = new DatabaseSync(database(folders.dir));
  db.exec("update message set text = 'a' || char(0) where row_id = 5000");
  db.exec(
    "insert into send_key (account_id, key, chat_id, message_id, at) values (99999999999, 'a' || char(0), 1, 1, 1)",
  );
  db.close();
  await expect(copy(folders.dir, await emptyDatabase())).rejects.toThrow(
    /^the rows .* of the table send_key are refused: /,
  );
});

test("addresses", () => {
  const settings = settingsSchema.parse({ data_dir: "/data" });
  const parse = (text: string) => parseStoreAddress(text, settings);
  expect(parse("sqlite")).toEqual({ folder: "/data" });
  expect(parse("sqlite:/other")).toEqual({ folder: "/other" });
  expect(parse("postgres://u:p@h/d")).toEqual({ url: "postgres://u:p@h/d" });
  for (const text of ["", "memory", "sqlite:", "sqlitex", "postgres:", "mysql://x"])
    expect(parse(text)).toBe(undefined);
});
