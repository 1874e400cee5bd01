/** Returns the space of deleted rows to the file system, on SQLite. No service may have the store open. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makePrivate } from "../private-file.ts";
import { connect } from "./connection.ts";
import { assertNotMissing, lockDatabase, databaseExists, openingError } from "./durable-storage.ts";
import { syncFolder } from "./redo-segments.ts";

export interface Compacted {
  readonly bytes_before: number;
  readonly bytes_after: number;
}

/**
 * Writes a copy without free pages and replaces the database with it. The database was closed in order, so its WAL and
 * its redo log are empty. The disk must have room for both.
 * @throws Error when there is no store, or another process has it
 */
export function compact(path: string): Compacted {
  assertNotMissing(path);
  if (!databaseExists(path)) throw new Error(`there is no store ${path}`);
  const lock = lockDatabase(path);
  const copy = `${path}.compact`;
  try {
    // Left by an interrupted attempt.
    rmSync(copy, { force: true });
    const { size: bytes_before, mode } = statSync(path);
    const db = connect(path);
    try {
      makePrivate(copy);
      db.prepare("vacuum into ?").run(copy);
    } finally {
      db.close();
    }
    chmodSync(copy, mode);
    sync(copy);
    renameSync(copy, path);
    syncFolder(dirname(path));
    return { bytes_before, bytes_after: statSync(path).size };
  } catch (error) {
    rmSync(copy, { force: true });
    throw openingError(path, error);
  } finally {
    lock.close();
  }
}

function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
