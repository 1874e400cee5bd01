/** What makes SQLite's changes durable: the lock file, the redo log, checkpoints, and recovery at a start. */
import { closeSync, existsSync, fstatSync, openSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { DbOptions } from "../db.ts";
import { makePrivate } from "../private-file.ts";
import { Checkpointer, type WalBounds } from "./checkpointer.ts";
import { FILES, listSegments, removeSegments, syncFolder, type RedoFiles } from "./redo-segments.ts";
import { RedoLog } from "./redo-log.ts";
import { findRedoPosition, redoPositionValues, SAVE_REDO_POSITION, type RedoPosition } from "./redo-position.ts";
import { describeLoss, replay, type Replayed } from "./replay.ts";

/** Bytes after which the redo log begins a new segment, so that the old one can be recycled. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Milliseconds that a start or a stop waits for readers in other processes. The WAL may stay as it is. */
const CHECKPOINT_WAIT_MS = 500;

/** Bytes of the WAL that a start checkpoints at once. A longer WAL is checkpointed while the service runs. */
const START_WAL_BYTES = 4 * 1024 * 1024;
/** The search index in the same folder. It may be removed whenever no service runs. */
export const SEARCH_FILE = "search.db";

const BACKUP = "nothing was changed: restore the data folder from a backup";

/** Bytes of the database, the WAL, the redo log and the search index. */
export async function sizeOnDisk(path: string): Promise<number> {
  const folder = dirname(path);
  const name = basename(path, ".db");
  let bytes = 0;
  for (const file of await readdir(folder)) {
    if (!file.startsWith(`${name}.`) && !file.startsWith(SEARCH_FILE)) continue;
    // A segment may be recycled meanwhile.
    const found = await stat(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    bytes += found?.size ?? 0;
  }
  return bytes;
}

/** The files that make a store durable. */
export interface DurableStorage {
  readonly redoLog: RedoLog;
  readonly checkpointer: Checkpointer;
  /** Bytes of the WAL. */
  walBytes(): number;
  /** Call it after each commit: begins a new segment, or a checkpoint, when one is due. */
  afterCommit(): void;
  /**
   * Ends checkpoints and syncs, states that no redo log is needed, and makes everything in SQLite durable. The database
   * can be closed then.
   */
  flush(): Promise<void>;
  /** Removes the redo log and closes the files. Call it when the database has been closed. */
  close(): Promise<void>;
}

/** Options of a store on disk. */
export interface DurableStorageOptions extends DbOptions {
  readonly path: string;
  /** The file operations of the redo log. Set by tests. */
  readonly redoFiles?: RedoFiles | undefined;
  /** How long the WAL may get. Set by tests. */
  readonly wal_bounds?: WalBounds | undefined;
}

/** The common prefix of the paths of a store's segments. */
export function redoLogBase(path: string): string {
  return path.replace(/\.db$/, ".redo");
}

/**
 * Replays the redo log, and starts a new one after its end.
 * @throws Error when acknowledged changes cannot be read; all files stay as they were
 */
export function recover(
  db: DatabaseSync,
  lock: DatabaseSync,
  options: DurableStorageOptions,
  commit: () => Promise<void>,
): DurableStorage {
  const { path, fatal, redoFiles: files = FILES } = options;
  const base = redoLogBase(path);
  db.exec("begin immediate");
  const { end, loss } = replayInto(db, base);
  if (loss)
    throw new Error(`${describeLoss(loss)}; ${BACKUP}, or give up what is missing by "heliogram store accept-loss"`);
  // From the commit on, a log that goes on from its position must be there. So the new segment comes before it.
  const redoLog = new RedoLog(base, end, fatal, files);
  savePosition(db, { position: end, durable: end });
  db.exec("commit");
  const wal = openWal(db, `${path}-wal`);
  const walBytes = () => fstatSync(wal).size;
  if (walBytes() <= START_WAL_BYTES) checkpointAll(db, wal, path, files);
  else syncWal(wal, path, files);
  removeSegments(base, end);
  const checkpointer = new Checkpointer({ ...options, bounds: options.wal_bounds, walBytes, commit });
  checkpointer.startLater();
  const syncing = new Set<Promise<void>>();
  const sync = (begin: number) =>
    new Promise<void>((done) => {
      files.sync(wal, (error) => {
        if (error) fatal(error);
        else redoLog.recycleBefore(begin);
        done();
      });
    });
  return {
    redoLog,
    checkpointer,
    walBytes,
    afterCommit() {
      checkpointer.afterCommit();
      if (redoLog.size < SEGMENT_BYTES) return;
      const synced = sync(redoLog.rotate());
      syncing.add(synced);
      void synced.then(() => syncing.delete(synced));
    },
    async flush() {
      await checkpointer.close();
      await Promise.all(syncing);
      db.exec("begin immediate");
      savePosition(db, { position: redoLog.end });
      db.exec("commit");
      checkpointAll(db, wal, path, files);
    },
    async close() {
      await redoLog.close();
      removeSegments(base);
      closeSync(wal);
      lock.close();
    },
  };
}

/** Replays the redo log in SQLite's open transaction. The caller saves the position that it has reached. */
export function replayInto(db: DatabaseSync, base: string): Replayed {
  const prepared = new Map<string, StatementSync>();
  return replay(base, findRedoPosition(db), ([sql, ...values]) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...values);
  });
}

/** Saves a redo position in SQLite's open transaction. */
export function savePosition(db: DatabaseSync, position: RedoPosition): void {
  db.prepare(SAVE_REDO_POSITION).run(...redoPositionValues(position));
}

/** Syncs everything that SQLite has committed. The redo log up to there is no longer needed. */
function syncWal(wal: number, path: string, files: RedoFiles): void {
  files.syncNow(wal);
  syncFolder(dirname(path));
}

/**
 * The same by a checkpoint, which syncs and truncates the WAL. If a reader in another process prevents it, the WAL is
 * synced instead.
 */
export function checkpointAll(db: DatabaseSync, wal: number, path: string, files: RedoFiles): void {
  const { timeout } = db.prepare("pragma busy_timeout").get() as { timeout: number };
  db.exec(`pragma busy_timeout = ${CHECKPOINT_WAIT_MS}`);
  const { busy } = db.prepare("pragma wal_checkpoint(truncate)").get() as { busy: number };
  db.exec(`pragma busy_timeout = ${timeout}`);
  if (busy !== 0) syncWal(wal, path, files);
}

/** Another process has the store. */
export class StoreInUse extends Error {}

/**
 * Takes the lock that keeps other processes away: a second one would replay and remove this one's redo log. The
 * operating system releases the lock when the process ends, however it ends.
 * @throws StoreInUse when another process has the store
 */
export function lockDatabase(path: string): DatabaseSync {
  const lock = takeLock(`${path}.lock`);
  if (!lock) throw new StoreInUse(`the store ${path} is open in another process`);
  return lock;
}

/** @returns what holds the lock until it is closed; `undefined` if another process has it */
export function takeLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined;
  try {
    makePrivate(file);
    lock = new DatabaseSync(file);
    lock.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if (primaryCodeOf(error) === BUSY) return undefined;
    throw openingError(file, error);
  }
}

/** Whether there is a database with content. */
export function databaseExists(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Call it before SQLite opens the file: SQLite would create a new database and delete the WAL of the missing one.
 * @throws Error when there is a WAL or a redo log without its database
 */
export function assertNotMissing(path: string): void {
  if (databaseExists(path)) return;
  const left = [`${path}-wal`, ...listSegments(redoLogBase(path)).map((each) => each.path)].filter(databaseExists);
  if (left.length === 0) return;
  const names = left.map((each) => basename(each)).join(", ");
  throw new Error(
    `the database ${path} is missing, but ${names} of it is there; ${BACKUP}, or begin anew by "heliogram store create", which sets aside what is there`,
  );
}

/** Closes a database and keeps its WAL. The last connection to close would checkpoint and delete it. */
export function closeWithoutCheckpoint(db: DatabaseSync, path: string): void {
  if (db.isTransaction) db.exec("rollback");
  // This read-only connection stays open until the other is closed; it cannot checkpoint.
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    reader.prepare("select count(*) from sqlite_master").get();
  } catch {
    // A file that cannot be read is not written to either. The caller has its own error.
  }
  db.close();
  reader.close();
}

/** SQLite's primary result codes. */
const BUSY = 5;
const SENTENCES: ReadonlyMap<number | undefined, (path: string, message: string) => string> = new Map([
  [8, (path: string) => `the file ${path} cannot be written: its disk is read-only, or this user may not write it`],
  [10, (path: string, message: string) => `the disk cannot read or write the file ${path} (${message})`],
  [11, damaged],
  [13, (path: string) => `there is no room on the disk of ${path}`],
  [
    14,
    (path: string) => `the file ${path} cannot be opened: something else has its name, or this user may not open it`,
  ],
  [26, damaged],
]);

function damaged(path: string, message: string): string {
  return `the file ${path} is damaged (${message}): restore the data folder from a backup, or take out of it what can still be read with "sqlite3 ${path} .recover"`;
}

function primaryCodeOf(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

/** The error for the operator when a store cannot be opened. */
export function openingError(path: string, error: unknown): unknown {
  const sentence = SENTENCES.get(primaryCodeOf(error));
  return sentence ? new Error(sentence(path, (error as Error).message), { cause: error }) : error;
}

/** Opens the WAL to sync it. The descriptor stays open: closing it would release SQLite's POSIX locks on the file. */
function openWal(db: DatabaseSync, path: string): number {
  if (!existsSync(path)) db.exec("update meta set value = value where key = 'journal'");
  return openSync(path, "r+");
}
