/** What makes a store on SQLite last: its lock, its journal, its checkpoints, and what is done when it is opened. */
import { closeSync, existsSync, fstatSync, openSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { DbOptions } from "./db.ts";
import { Checkpointer, type LogBounds } from "./sqlite-checkpoint.ts";
import { FIND_POSITION, KEEP_POSITION } from "./sqlite-connection.ts";
import { FILES, listSegments, removeSegments, syncFolder, type JournalFiles } from "./sqlite-journal-segments.ts";
import { Journal } from "./sqlite-journal.ts";
import { describeLoss, replay, type Replayed } from "./sqlite-replay.ts";

/** Bytes after which the journal goes on in a new segment, so that the old one can be dropped. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Milliseconds that a start or a stop waits for readers in other processes: nothing is lost by leaving the log as it is. */
const CHECKPOINT_WAIT_MS = 500;

/** Bytes of SQLite's log that a start puts into the database at once. What a kill has left of a longer one is moved while the service runs. */
const START_LOG_BYTES = 4 * 1024 * 1024;
/** The search index of a store in the same folder. It may be removed whenever no service runs. */
export const SEARCH_FILE = "search.db";

const BACKUP = "nothing was changed: restore the data folder from a backup";

/** Bytes of the database, its log and its journal, and of the search index. */
export async function sizeOnDisk(path: string): Promise<number> {
  const folder = dirname(path);
  const name = basename(path, ".db");
  let bytes = 0;
  for (const file of await readdir(folder)) {
    if (!file.startsWith(`${name}.`) && !file.startsWith(SEARCH_FILE)) continue;
    // A segment of the journal may be dropped meanwhile.
    const found = await stat(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    bytes += found?.size ?? 0;
  }
  return bytes;
}

/** What makes a store last. */
export interface Disk {
  readonly journal: Journal;
  readonly checkpointer: Checkpointer;
  /** Bytes of SQLite's log. */
  logBytes(): number;
  /** To be called after each commit: lets the journal go on in a new segment, and the log begin anew, when they have grown. */
  committed(): void;
  /** Ends what runs beside the database, and puts on disk all that SQLite has. The database can be closed then. */
  settle(): Promise<void>;
  /** Removes the journal and lets go of the files, when the database has been closed. */
  close(): Promise<void>;
}

/** What a store that lasts is opened with. */
export interface DiskOptions extends DbOptions {
  readonly path: string;
  /** What the journal is written with; the disk itself, unless a test puts another in its place. */
  readonly journal?: JournalFiles | undefined;
  /** Given by tests alone: how long SQLite's log may get. */
  readonly log_bounds?: LogBounds | undefined;
}

/** The path that the segments of a store's journal begin with. */
export function journalBase(path: string): string {
  return path.replace(/\.db$/, ".redo");
}

/**
 * Does again what the journal has and SQLite lost, and starts a journal of its own from there.
 * @throws Error when acknowledged changes cannot be read; every file is as it was then
 */
export function recover(db: DatabaseSync, lock: DatabaseSync, options: DiskOptions, commit: () => Promise<void>): Disk {
  const { path, fatal, journal: files = FILES } = options;
  const base = journalBase(path);
  db.exec("begin immediate");
  const { end, loss } = replayInto(db, base);
  if (loss)
    throw new Error(`${describeLoss(loss)}; ${BACKUP}, or give up what is missing by "heliogram store accept-loss"`);
  db.exec("commit");
  const log = openLog(db, `${path}-wal`);
  const logBytes = () => fstatSync(log).size;
  if (logBytes() <= START_LOG_BYTES) checkpointAll(db, log, path, files);
  else syncLog(log, path, files);
  removeSegments(base);
  const journal = new Journal(base, end, fatal, files);
  const checkpointer = new Checkpointer({ ...options, bounds: options.log_bounds, logBytes, commit });
  checkpointer.lookLater();
  const syncing = new Set<Promise<void>>();
  const sync = (begin: number) =>
    new Promise<void>((done) => {
      files.sync(log, (error) => {
        if (error) fatal(error);
        else journal.dropBefore(begin);
        done();
      });
    });
  return {
    journal,
    checkpointer,
    logBytes,
    committed() {
      checkpointer.committed();
      if (journal.size < SEGMENT_BYTES) return;
      const synced = sync(journal.rotate());
      syncing.add(synced);
      void synced.then(() => syncing.delete(synced));
    },
    async settle() {
      await checkpointer.close();
      await Promise.all(syncing);
      checkpointAll(db, log, path, files);
    },
    async close() {
      await journal.close();
      removeSegments(base);
      closeSync(log);
      lock.close();
    },
  };
}

/** Applies to SQLite, in the transaction that is open, what it lacks of the journal, and notes up to where it has it. */
export function replayInto(db: DatabaseSync, base: string): Replayed {
  const kept = db.prepare(FIND_POSITION).get() as { value: string } | undefined;
  const prepared = new Map<string, StatementSync>();
  const replayed = replay(base, Number(kept?.value ?? 0), ([sql, ...values]) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...values);
  });
  db.prepare(KEEP_POSITION).run(String(replayed.end));
  return replayed;
}

/** Puts everything on disk that SQLite has committed, after which the journal up to there is worth nothing. */
function syncLog(log: number, path: string, files: JournalFiles): void {
  files.syncNow(log);
  syncFolder(dirname(path));
}

/**
 * The same by a checkpoint, which syncs, and leaves no log behind. A reader in another process keeps it from the end of the
 * log, which is no error: then the log itself is synced.
 */
export function checkpointAll(db: DatabaseSync, log: number, path: string, files: JournalFiles): void {
  const { timeout } = db.prepare("pragma busy_timeout").get() as { timeout: number };
  db.exec(`pragma busy_timeout = ${CHECKPOINT_WAIT_MS}`);
  const { busy } = db.prepare("pragma wal_checkpoint(truncate)").get() as { busy: number };
  db.exec(`pragma busy_timeout = ${timeout}`);
  if (busy !== 0) syncLog(log, path, files);
}

/**
 * Keeps every other process away: a second one would take this one's journal for a leftover. The operating system
 * lets go of the lock with the process, however it ends.
 * @throws when another process has the store
 */
export function holdAlone(path: string): DatabaseSync {
  const lock = new DatabaseSync(`${path}.lock`);
  try {
    lock.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
    return lock;
  } catch {
    lock.close();
    throw new Error(`the store ${path} is open in another process`);
  }
}

/** Whether there is a database of which something could be lost. */
export function isThere(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * Asked before SQLite opens the file: it would make a new one, and delete the log of the one that is gone.
 * @throws Error when the log or the journal of a database is there without it
 */
export function assertNotLost(path: string): void {
  if (isThere(path)) return;
  const left = [`${path}-wal`, ...listSegments(journalBase(path)).map((each) => each.path)].filter(isThere);
  if (left.length === 0) return;
  const names = left.map((each) => basename(each)).join(", ");
  throw new Error(
    `the database ${path} is missing, but ${names} of it is there; ${BACKUP}, or begin anew by "heliogram store create", which sets aside what is there`,
  );
}

/** Closes a database so that its log stays as it is: the last to close it would write what is in the log, and delete it. */
export function closeUntouched(db: DatabaseSync, path: string): void {
  if (db.isTransaction) db.exec("rollback");
  // It holds the database until the other is closed, and may not write itself.
  const reader = new DatabaseSync(path, { readOnly: true });
  try {
    reader.prepare("select count(*) from sqlite_master").get();
  } catch {
    // A file that cannot be read is not written to either; why is told already.
  }
  db.close();
  reader.close();
}

/** The primary codes of SQLite for a file that is damaged, and for one that is something else. */
const DAMAGED = new Set([11, 26]);

/** What to say of a fault when a store is opened. */
export function openingFault(path: string, error: unknown): unknown {
  const { errcode, message } = error as Error & { errcode?: number };
  if (errcode === undefined || !DAMAGED.has(errcode & 0xff)) return error;
  return new Error(
    `the file ${path} is damaged (${message}): restore the data folder from a backup, or take out of it what can still be read with "sqlite3 ${path} .recover"`,
    { cause: error },
  );
}

/** The descriptor through which SQLite's log is synced. Held for life: closing it would drop SQLite's own locks on it. */
function openLog(db: DatabaseSync, path: string): number {
  if (!existsSync(path)) db.exec("update meta set value = value where key = 'journal'");
  return openSync(path, "r+");
}
