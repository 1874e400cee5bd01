/** What makes a store on SQLite last: its lock, its journal, its checkpoints, and what is done when it is opened. */
import { closeSync, existsSync, fdatasync, openSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { DbOptions } from "./db.ts";
import { Checkpointer } from "./sqlite-checkpoint.ts";
import { FIND_POSITION, KEEP_POSITION } from "./sqlite-connection.ts";
import { removeSegments, type JournalFiles } from "./sqlite-journal-segments.ts";
import { Journal, replay } from "./sqlite-journal.ts";

/** Bytes after which the journal goes on in a new segment, so that the old one can be dropped. */
const SEGMENT_BYTES = 8 * 1024 * 1024;

/** Bytes of the database, its log and its journal. */
export async function sizeOnDisk(path: string): Promise<number> {
  const folder = dirname(path);
  const name = basename(path, ".db");
  let bytes = 0;
  for (const file of await readdir(folder)) {
    if (!file.startsWith(`${name}.`)) continue;
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
  /** Counts the works of a commit; lets the journal go on in a new segment when it has grown. */
  committed(works: number): void;
  close(): Promise<void>;
}

/** What a store that lasts is opened with. */
export interface DiskOptions extends DbOptions {
  readonly path: string;
  /** What the journal is written with; the disk itself, unless a test puts another in its place. */
  readonly journal?: JournalFiles | undefined;
}

/** Does again what the journal has and SQLite lost, and starts a journal of its own from there. */
export function recover(
  db: DatabaseSync,
  lock: DatabaseSync,
  { path, fatal, journal: files }: DiskOptions,
  commit: () => void,
): Disk {
  const base = path.replace(/\.db$/, ".redo");
  const kept = db.prepare(FIND_POSITION).get() as { value: string } | undefined;
  db.exec("begin immediate");
  const prepared = new Map<string, StatementSync>();
  const end = replay(base, Number(kept?.value ?? 0), ([sql, ...values]) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    statement.run(...values);
  });
  db.prepare(KEEP_POSITION).run(String(end));
  db.exec("commit");
  // The checkpoint syncs; only then are the old segments worth nothing.
  db.exec("pragma wal_checkpoint(truncate)");
  removeSegments(base);
  const journal = new Journal(base, end, fatal, files);
  const checkpointer = new Checkpointer(path, fatal, commit);
  const log = openLog(db, `${path}-wal`);
  return {
    journal,
    checkpointer,
    committed(works) {
      checkpointer.committed(works);
      if (journal.size < SEGMENT_BYTES) return;
      const begin = journal.rotate();
      fdatasync(log, (error) => (error ? fatal(error) : journal.dropBefore(begin)));
    },
    async close() {
      await journal.close();
      removeSegments(base);
      closeSync(log);
      lock.close();
    },
  };
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

/** The descriptor through which SQLite's log is synced. Held for life: closing it would drop SQLite's own locks on it. */
function openLog(db: DatabaseSync, path: string): number {
  if (!existsSync(path)) db.exec("update meta set value = value where key = 'journal'");
  return openSync(path, "r+");
}
