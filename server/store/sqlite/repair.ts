/** Finds damage to a store on SQLite, and gives up acknowledged changes that are lost. No service may have it open. */
import { closeSync, openSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { connect } from "./connection.ts";
import {
  assertNotMissing,
  checkpointAll,
  closeWithoutCheckpoint,
  lockDatabase,
  databaseExists,
  redoLogBase,
  openingError,
  replayInto,
  savePosition,
} from "./durable-storage.ts";
import { FILES, renameSegments } from "./redo-segments.ts";
import { describeLoss, type Loss } from "./replay.ts";

/** Findings of SQLite's integrity check that are reported at most. */
const MAX_FINDINGS = 20;

/**
 * Checks the whole store, and changes nothing.
 * @returns what is wrong with it, in sentences
 * @throws Error when there is no store, or another process has it
 */
export function findDamage(path: string): string[] {
  return onDatabase(path, (db) => {
    try {
      const { loss } = replayInto(db, redoLogBase(path));
      const rows = db.prepare(`pragma integrity_check(${MAX_FINDINGS})`).all() as { integrity_check: string }[];
      const findings = rows.map((row) => row.integrity_check).filter((each) => each !== "ok");
      return [...(loss ? [describeLoss(loss)] : []), ...findings.map((each) => `the file ${path}: ${each}`)];
    } catch (error) {
      return [(openingError(path, error) as Error).message];
    }
  });
}

export interface AcceptedLoss {
  /** `undefined` when nothing is lost; then nothing was changed. */
  readonly loss: Loss | undefined;
  /** The new names of the segments. */
  readonly set_aside: readonly string[];
}

/**
 * Replays the redo log up to the damage and gives up the rest. The segments are renamed, so that nothing is deleted.
 * @param now_s is part of the new names
 */
export function acceptLoss(path: string, now_s: number): AcceptedLoss {
  return onDatabase(path, (db) => {
    const base = redoLogBase(path);
    const { end, loss } = replayInto(db, base);
    if (!loss) return { loss, set_aside: [] };
    savePosition(db, { position: end });
    db.exec("commit");
    const wal = openSync(`${path}-wal`, "r+");
    checkpointAll(db, wal, path, FILES);
    const name = basename(path, ".db");
    const set_aside = renameSegments(base, (start) => `${name}.damaged-${now_s}.redo.${start}`);
    db.close();
    closeSync(wal);
    return { loss, set_aside };
  });
}

/** Runs `body` in a transaction on the database, which is rolled back unless `body` has closed the database. */
function onDatabase<T>(path: string, body: (db: DatabaseSync) => T): T {
  assertNotMissing(path);
  if (!databaseExists(path)) throw new Error(`there is no store ${path}`);
  const lock = lockDatabase(path);
  try {
    const db = connect(path);
    try {
      db.exec("begin immediate");
      return body(db);
    } finally {
      if (db.isOpen) closeWithoutCheckpoint(db, path);
    }
  } catch (error) {
    throw openingError(path, error);
  } finally {
    lock.close();
  }
}
