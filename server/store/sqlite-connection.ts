/** Connections to a database of SQLite, and where in it stands how much of the journal it has. */
import { DatabaseSync } from "node:sqlite";
import type { SchemaWords } from "./migrate.ts";

/** How migrations are spelled. */
export const SQLITE_SCHEMA: SchemaWords = {
  $ID: "integer primary key",
  $INT: "integer",
  $BYTES: "blob",
  $FOLD: "fold",
  $COLLATION: "",
  "$FILE_IN(content)": "coalesce(content ->> '$.media.file', content ->> '$.service.photo.file')",
  "$FILE_OF(photo)": "photo ->> '$.file'",
  $SHA256_OF_FILE: "found.value, file.id from file, json_tree(file.media) as found where found.key = 'sha256'",
};

export const FIND_POSITION = "select value from meta where key = 'journal'";
/** Keeps the position in the journal up to which SQLite has everything. */
export const KEEP_POSITION =
  "insert into meta (key, value) values ('journal', ?) on conflict (key) do update set value = excluded.value";

/** Opens a database that is written to. `path` is a file, or ":memory:". */
export function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(path === ":memory:" ? "pragma journal_mode = memory" : "pragma journal_mode = wal");
  // A commit does not sync: the journal has everything, and checkpoints happen on another thread.
  db.exec("pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma foreign_keys = on");
  db.exec("pragma cache_size = -65536; pragma temp_store = memory; pragma busy_timeout = 5000");
  // What is deleted is overwritten, also in pages that become free as a whole: it does not outlive its message in the file.
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
