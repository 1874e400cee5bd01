/** Gives the room of deleted rows in a store on SQLite back to the disk. No service may have it open. */
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { connect } from "./sqlite-connection.ts";
import { assertNotLost, holdAlone, isThere, openingFault } from "./sqlite-disk.ts";
import { syncFolder } from "./sqlite-journal-segments.ts";

export interface Compacted {
  readonly bytes_before: number;
  readonly bytes_after: number;
}

/**
 * Writes a copy without free pages, and puts it in the place of the database, which has been closed in order: its log and its
 * journal are empty. The disk must have room for both.
 * @throws Error when there is no store, or another process has it
 */
export function compact(path: string): Compacted {
  assertNotLost(path);
  if (!isThere(path)) throw new Error(`there is no store ${path}`);
  const lock = holdAlone(path);
  const copy = `${path}.compact`;
  try {
    // What an attempt that was broken off has left.
    rmSync(copy, { force: true });
    const { size: bytes_before, mode } = statSync(path);
    const db = connect(path);
    try {
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
    throw openingFault(path, error);
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
