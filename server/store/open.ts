/** Opens the store that the settings name, brought up to date. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Db, DbOptions } from "./db.ts";
import { migrate } from "./migrate.ts";
import { openPostgresStore, type PostgresStart } from "./postgres-open.ts";
import type { PostgresLimits } from "./postgres-options.ts";
import type { LogBounds } from "./sqlite-checkpoint.ts";
import type { JournalFiles } from "./sqlite-journal-segments.ts";
import { SQLITE_SCHEMA } from "./sqlite-connection.ts";
import { openSqlite } from "./sqlite.ts";

/** The file of a store on SQLite in its folder. */
export const SQLITE_FILE = "heliogram.db";

export interface StoreChoice {
  /** "memory", "sqlite" (a file in `data_dir`), or a `postgres://` address. */
  readonly database: string;
  readonly data_dir: string;
}

export interface OpenOptions extends DbOptions {
  readonly now_ms: () => number;
  /** What SQLite's journal is written with; the disk itself, unless a test puts another in its place. */
  readonly journal?: JournalFiles | undefined;
  /** Given by tests alone: milliseconds that a work of `readApart` may take on SQLite. */
  readonly apart_ms?: number | undefined;
  /** Given by tests alone: how long SQLite's log may get. */
  readonly log_bounds?: LogBounds | undefined;
  readonly postgres: PostgresLimits;
  readonly waiting?: PostgresStart["waiting"];
}

/** @throws when the store cannot be reached or was written by a newer version. */
export async function openStore(choice: StoreChoice, options: OpenOptions): Promise<Db> {
  if (/^postgres(ql)?:/.test(choice.database)) {
    return openPostgresStore({ ...options, url: choice.database, limits: options.postgres });
  }
  let path = ":memory:";
  if (choice.database === "sqlite") {
    mkdirSync(choice.data_dir, { recursive: true, mode: 0o700 });
    path = join(choice.data_dir, SQLITE_FILE);
  }
  const db = openSqlite({ ...options, path });
  await migrate(db, SQLITE_SCHEMA);
  return db;
}
