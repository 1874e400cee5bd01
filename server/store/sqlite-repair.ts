/** What an operator does about damage to a store on SQLite that no service has open: find it, or give up what is missing. */
import { closeSync, openSync } from "node:fs";
import { basename } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { connect } from "./sqlite-connection.ts";
import {
  assertNotLost,
  checkpointAll,
  closeUntouched,
  holdAlone,
  isThere,
  journalBase,
  openingFault,
  replayInto,
} from "./sqlite-disk.ts";
import { FILES, setSegmentsAside } from "./sqlite-journal-segments.ts";
import { describeLoss, type Loss } from "./sqlite-replay.ts";

/** Findings of SQLite's own check that are told; the first ones say enough. */
const MAX_FINDINGS = 20;

/**
 * Reads the whole store, and changes nothing.
 * @returns what is wrong with it, in sentences
 * @throws Error when there is no store, or another process has it
 */
export function findDamage(path: string): string[] {
  return onDatabase(path, (db) => {
    try {
      const { loss } = replayInto(db, journalBase(path));
      const rows = db.prepare(`pragma integrity_check(${MAX_FINDINGS})`).all() as { integrity_check: string }[];
      const findings = rows.map((row) => row.integrity_check).filter((each) => each !== "ok");
      return [...(loss ? [describeLoss(loss)] : []), ...findings.map((each) => `the file ${path}: ${each}`)];
    } catch (error) {
      return [(openingFault(path, error) as Error).message];
    }
  });
}

export interface Accepted {
  /** `undefined` when nothing is missing: then nothing was changed. */
  readonly loss: Loss | undefined;
  /** The names that the files of the journal have now. */
  readonly set_aside: readonly string[];
}

/**
 * Applies of the journal what comes before the damage, and gives up the rest: its files get other names, so that nothing is
 * deleted.
 * @param now_s is part of these names
 */
export function acceptLoss(path: string, now_s: number): Accepted {
  return onDatabase(path, (db) => {
    const base = journalBase(path);
    const { loss } = replayInto(db, base);
    if (!loss) return { loss, set_aside: [] };
    db.exec("commit");
    const log = openSync(`${path}-wal`, "r+");
    checkpointAll(db, log, path, FILES);
    const name = basename(path, ".db");
    const set_aside = setSegmentsAside(base, (start) => `${name}.damaged-${now_s}.redo.${start}`);
    db.close();
    closeSync(log);
    return { loss, set_aside };
  });
}

/** Lets a piece of work have the database in a transaction, which comes to nothing unless the work has closed it. */
function onDatabase<T>(path: string, work: (db: DatabaseSync) => T): T {
  assertNotLost(path);
  if (!isThere(path)) throw new Error(`there is no store ${path}`);
  const lock = holdAlone(path);
  try {
    const db = connect(path);
    try {
      db.exec("begin immediate");
      return work(db);
    } finally {
      if (db.isOpen) closeUntouched(db, path);
    }
  } catch (error) {
    throw openingFault(path, error);
  } finally {
    lock.close();
  }
}
