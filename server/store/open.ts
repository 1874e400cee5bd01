/** Opens the store that the settings name, and applies the missing migrations. */
import { join } from "node:path";
import type { Db, DbOptions } from "./db.ts";
import { makeFolder } from "./make-folder.ts";
import { migrate } from "./migrate.ts";
import type { PostgresNotifications } from "./postgres/notifications.ts";
import type { PostgresStart } from "./postgres/open-postgres.ts";
import type { PostgresLimits } from "./postgres/options.ts";
import type { WalBounds } from "./sqlite/checkpointer.ts";
import type { RedoFiles } from "./sqlite/redo-segments.ts";
import { SQLITE_SCHEMA } from "./sqlite/connection.ts";
import type { SerializedDatabase } from "./sqlite/serialized-database.ts";
import { openSqlite } from "./sqlite/sqlite-db.ts";

/** The database file in the data folder, on SQLite. */
export const SQLITE_FILE = "heliogram.db";

export interface StoreChoice {
  /** "memory", "sqlite" (a file in `data_dir`), or a `postgres://` address. */
  readonly database: string;
  readonly data_dir: string;
}

export interface OpenOptions extends DbOptions {
  readonly now_ms: () => number;
  /** The content with which a store in memory begins. */
  readonly serialized?: SerializedDatabase | undefined;
  /** The file operations of SQLite's redo log. Set by tests. */
  readonly redoFiles?: RedoFiles | undefined;
  /** Milliseconds that a transaction of `readInPool` may take on SQLite. Set by tests. */
  readonly reader_limit_ms?: number | undefined;
  /** How long SQLite's WAL may get. Set by tests. */
  readonly wal_bounds?: WalBounds | undefined;
  readonly postgres: PostgresLimits;
  readonly waiting?: PostgresStart["waiting"];
  readonly isAlone?: PostgresStart["isAlone"];
}

const POSTGRES = /^postgres(ql)?:/;

/** The notifications between processes on one database; `undefined` on SQLite, which one process has to itself. */
export async function openNotifications(
  { database }: StoreChoice,
  options: OpenOptions,
): Promise<PostgresNotifications | undefined> {
  if (!POSTGRES.test(database)) return undefined;
  const { PostgresNotifications } = await import("./postgres/notifications.ts");
  return new PostgresNotifications({ ...options, url: database, limits: options.postgres });
}

/** @throws when the store cannot be reached, or was written by a version that is newer or too old. */
export async function openStore(choice: StoreChoice, options: OpenOptions): Promise<Db> {
  if (POSTGRES.test(choice.database)) {
    const { openPostgresStore } = await import("./postgres/open-postgres.ts");
    return openPostgresStore({ ...options, url: choice.database, limits: options.postgres });
  }
  let path = ":memory:";
  if (choice.database === "sqlite") {
    makeFolder(choice.data_dir);
    path = join(choice.data_dir, SQLITE_FILE);
  }
  await using opening = new AsyncDisposableStack();
  const db = opening.adopt(openSqlite({ ...options, path }), (opened) => opened.close());
  await migrate(db, SQLITE_SCHEMA);
  opening.move();
  return db;
}
