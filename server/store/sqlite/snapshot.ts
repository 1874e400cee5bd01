/** A copy of the database of a running service, or of a stopped one, as one file that needs no log. */
import { openSync, closeSync } from "node:fs";
import { backup, type DatabaseSync } from "node:sqlite";
import { HOLD_PREFIX, type FileHold } from "../queries/files/file-holds.ts";
import { makePrivate } from "../private-file.ts";
import { connect, connectReader } from "./connection.ts";
import {
  assertNotMissing,
  checkpointAll,
  closeWithoutCheckpoint,
  databaseExists,
  lockDatabase,
  openingError,
  redoLogBase,
  replayInto,
  savePosition,
} from "./durable-storage.ts";
import { findRedoPosition } from "./redo-position.ts";
import { FILES, removeSegments } from "./redo-segments.ts";
import { describeLoss } from "./replay.ts";

/** Pages that are copied between two reports of progress. */
const PAGES_PER_STEP = 4096;
/** Findings of the check of a copy that are reported at most. */
const MAX_FINDINGS = 3;

/**
 * Applies the redo log that a killed service has left, so that the database alone has every acknowledged change. A hold on
 * the removal of blobs is set or ended with it.
 * @throws Error when acknowledged changes cannot be read, or another process has the store
 */
export function settleStopped(path: string, hold: FileHold): void {
  lockSettled(path, (db) => keepHold(db, hold)).close();
}

/**
 * The same for a caller who needs the store for itself.
 * @param change what is changed in the same transaction
 * @returns the lock of the store
 */
export function lockSettled(path: string, change: (db: DatabaseSync) => void): DatabaseSync {
  assertNotMissing(path);
  if (!databaseExists(path)) throw new Error(`there is no store ${path}`);
  const lock = lockDatabase(path);
  try {
    const db = connect(path);
    try {
      applyRedoLog(db, path, change);
      checkpoint(db, path);
      removeSegments(redoLogBase(path));
    } finally {
      if (db.isOpen) closeWithoutCheckpoint(db, path);
    }
    return lock;
  } catch (error) {
    lock.close();
    throw openingError(path, error);
  }
}

function applyRedoLog(db: DatabaseSync, path: string, change: (db: DatabaseSync) => void): void {
  db.exec("begin immediate");
  const { end, loss } = replayInto(db, redoLogBase(path));
  if (loss) throw new Error(describeLoss(loss));
  change(db);
  savePosition(db, { position: end });
  db.exec("commit");
}

function keepHold(db: DatabaseSync, { id, until_s }: FileHold): void {
  const key = HOLD_PREFIX + id;
  db.prepare("delete from meta where key = ?").run(key);
  if (until_s !== undefined) db.prepare("insert into meta (key, value) values (?, ?)").run(key, String(until_s));
}

/** Makes everything durable in the database, and closes it. */
function checkpoint(db: DatabaseSync, path: string): void {
  const wal = openSync(`${path}-wal`, "r+");
  checkpointAll(db, wal, path, FILES);
  db.close();
  closeSync(wal);
}

/**
 * Opens what SQLite has committed, as it is at this time. Changes that only the redo log has are missing: let the
 * service commit first. The database's log cannot begin anew before the snapshot is closed.
 */
export function openSnapshot(path: string): DatabaseSync {
  const db = connectReader(path);
  db.exec("begin");
  // The first read takes the snapshot.
  db.prepare("select count(*) as n from sqlite_master").get();
  return db;
}

/**
 * Copies a snapshot to a file, and checks the copy.
 * @param onPages called with the number of pages that were copied, and of all
 * @throws Error when the copy is damaged
 */
export async function copySnapshot(
  snapshot: DatabaseSync,
  to: string,
  onPages: (copied: number, all: number) => void,
): Promise<void> {
  // Its log has its content, so it is private before it has any.
  makePrivate(to);
  const { page_count } = snapshot.prepare("pragma page_count").get() as { page_count: number };
  onPages(0, page_count);
  await backup(snapshot, to, {
    rate: PAGES_PER_STEP,
    progress: ({ remainingPages, totalPages }) => onPages(totalPages - remainingPages, totalPages),
  });
  onPages(page_count, page_count);
  const db = connect(to);
  try {
    // No log belongs to the copy.
    savePosition(db, { position: findRedoPosition(db).position });
    db.exec("delete from meta where key like 'files_hold_%'");
    const rows = db.prepare(`pragma quick_check(${MAX_FINDINGS})`).all() as { quick_check: string }[];
    const [damage] = rows.map((row) => row.quick_check).filter((each) => each !== "ok");
    if (damage !== undefined) throw new Error(`the database is damaged (${damage}); "heliogram store check" says more`);
    db.exec("pragma journal_mode = delete");
  } finally {
    db.close();
  }
}
