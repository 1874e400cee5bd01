/** A new SQLite store that is filled by a copy. Its file has the name of a store when it is complete. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { namesOf, type CopiedTable } from "../copy/copied-tables.ts";
import type { CopyTarget } from "../copy/sides.ts";
import { makeFolder } from "../make-folder.ts";
import { COPYING, migrationsUpTo, SCHEMA } from "../migrate.ts";
import { connect, SQLITE_SCHEMA } from "./connection.ts";
import { countRows, lastKeyOf, rangesOf } from "./copied-ranges.ts";
import { assertNotMissing, databaseExists, lockDatabase, openingError } from "./durable-storage.ts";
import { syncFolder } from "./redo-segments.ts";

/** Pages of the write-ahead log after which it is written to the database. */
const CHECKPOINT_PAGES = 4000;
/** SQLITE_CONSTRAINT, among the primary result codes. */
const CONSTRAINT = 19;

/**
 * Opens the file of a copy that was interrupted, or makes a new one. A copy of another schema begins anew.
 * @throws Error with a sentence for the operator
 */
export async function openSqliteTarget(
  path: string,
  schema: number,
  tables: readonly CopiedTable[],
): Promise<CopyTarget> {
  makeFolder(dirname(path));
  const lock = lockDatabase(path);
  const file = `${path}.copying`;
  try {
    if (databaseExists(path)) throw new Error(`there is a store already: ${path}`);
    assertNotMissing(path);
    let db = connectTo(file);
    const isResumed = findMark(db) === String(schema);
    const statements = await migrationsUpTo(schema, SQLITE_SCHEMA);
    const beginAnew = () => {
      db.close();
      for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
      db = connectTo(file);
      makeTables(db, statements, tables, schema);
    };
    if (!isResumed) beginAnew();
    return {
      isResumed,
      count: async (table) => countRows(db, table),
      ranges: (table, after) => rangesOf(db, table, after),
      lastKey: async (table) => lastKeyOf(db, table),
      insert: async (table, rows) => inTransaction(db, () => insertRows(db, table, rows)),
      isConflict: (error) => (((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff) === CONSTRAINT,
      beginAnew: async () => beginAnew(),
      async finish() {
        complete(db, schema);
        syncFile(file);
        renameSync(file, path);
        syncFolder(dirname(path));
      },
      async close() {
        if (db.isOpen) db.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw openingError(path, error);
  }
}

function connectTo(file: string): DatabaseSync {
  const db = connect(file);
  db.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  return db;
}

function findMark(db: DatabaseSync): string | undefined {
  const table = db.prepare("select 1 from sqlite_master where name = 'meta'").get();
  return table && (db.prepare("select value from meta where key = ?").get(COPYING)?.value as string | undefined);
}

function makeTables(
  db: DatabaseSync,
  statements: readonly string[],
  tables: readonly CopiedTable[],
  schema: number,
): void {
  inTransaction(db, () => {
    for (const statement of statements) db.exec(statement);
    // Migrations insert rows, which are in the source too.
    for (const { name } of tables.toReversed()) db.exec(`delete from ${name}`);
    db.prepare("insert into meta (key, value) values (?, ?)").run(COPYING, String(schema));
  });
}

function insertRows(db: DatabaseSync, { name, columns }: CopiedTable, rows: Parameters<CopyTarget["insert"]>[1]): void {
  const places = columns.map(() => "?").join(", ");
  const statement = db.prepare(`insert into ${name} (${namesOf(columns)}) values (${places})`);
  for (const row of rows) statement.run(...row);
}

/** Makes it the only file of a store, which needs no log. */
function complete(db: DatabaseSync, schema: number): void {
  inTransaction(db, () => {
    db.prepare("delete from meta where key = ?").run(COPYING);
    db.prepare("insert into meta (key, value) values (?, ?)").run(SCHEMA, String(schema));
  });
  db.exec("pragma wal_checkpoint(truncate); pragma journal_mode = delete");
  db.close();
}

function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("begin immediate");
  try {
    work();
    db.exec("commit");
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}

function syncFile(path: string): void {
  const file = openSync(path, "r+");
  fsyncSync(file);
  closeSync(file);
}
