/** Connections to an SQLite database. */
import { DatabaseSync } from "node:sqlite";
import { loadSerialized, type SerializedDatabase } from "./serialized-database.ts";
import type { SchemaDialect } from "../migrate.ts";
import { makePrivate } from "../private-file.ts";

/** The tokens of migrations. */
export const SQLITE_SCHEMA: SchemaDialect = {
  $ID: "integer primary key",
  $ROW_ID: "integer primary key",
  $INT: "integer",
  $KEY_OF_MESSAGES: "create unique index message_place on message (chat_id, message_id)",
};

/** Opens a database that is written to. `path` is a file, or ":memory:"; `serialized` is the content of one in memory. */
export function connect(path: string, serialized?: SerializedDatabase): DatabaseSync {
  if (path !== ":memory:") makePrivate(path);
  const db = new DatabaseSync(path);
  if (serialized) loadSerialized(db, serialized);
  db.exec(path === ":memory:" ? "pragma journal_mode = memory" : "pragma journal_mode = wal");
  // A commit does not sync: the redo log has every change. Checkpoints run on another thread.
  db.exec("pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma foreign_keys = on");
  db.exec("pragma cache_size = -65536; pragma temp_store = memory; pragma busy_timeout = 5000");
  // Deleted content is overwritten with zeros, also in pages that become free.
  db.exec("pragma secure_delete = on");
  addFunctions(db);
  return db;
}

/** Opens a database that another process writes to. */
export function connectReader(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec("pragma query_only = on; pragma cache_size = -16384; pragma temp_store = memory; pragma busy_timeout = 5000");
  addFunctions(db);
  return db;
}

function addFunctions(db: DatabaseSync): void {
  db.function("fold", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
}
