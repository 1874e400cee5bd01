/** Keeps the index up to date with a store on SQLite, over a read-only connection, in steps of some milliseconds. */
import { DatabaseSync } from "node:sqlite";
import { RowStatement } from "../sqlite/row-statement.ts";
import type { Ends } from "./changes.ts";
import { documentOf, documentsOf, NUMBERED_ROW, type Document, type NumberedRow } from "./documents.ts";
import { ROWS_OF_CHATS, rowsOfChats } from "./sqlite-quiet-chats.ts";
import { isDamage, SearchFile } from "./sqlite-file.ts";
import type { Candidates, Progress, Question } from "./search-index.ts";
import type { Follower, Step } from "./follower.ts";

/** Messages of one step, which take some five milliseconds. A question waits for the current step to end. */
const MESSAGES_PER_STEP = 500;
const CHANGES_PER_STEP = 100;
/**
 * Of the newest messages, how many a new index counts as not seen yet, so that a search scans them until they are
 * indexed. Thus it misses none that was sent while the thread started.
 */
const SCANNED_ROWS = 2000;
/** Milliseconds after which changes are committed. Each commit syncs the file, so commits are rare. */
const COMMIT_MS = 500;

export interface SqliteIndexPlace {
  /** The database file of the store, and the file of the index. */
  readonly store: string;
  readonly path: string;
  /** The id of the index in the store. */
  readonly id: string;
  /** The last row and the last change of the store when it was opened. */
  readonly ends: Ends;
}

/** The range of the store that is not indexed, read in one transaction. */
interface Seen {
  readonly highest: number;
  /** The lowest and the highest row of `message_change`; 0 if there are none. */
  readonly firstChange: number;
  readonly lastChange: number;
  readonly changes: readonly { readonly id: number; readonly row_id: number }[];
  readonly changed: readonly NumberedRow[];
  readonly newer: readonly NumberedRow[];
  readonly older: readonly NumberedRow[];
}

const NOTHING_SEEN: Seen = {
  highest: 0,
  firstChange: 0,
  lastChange: 0,
  changes: [],
  changed: [],
  newer: [],
  older: [],
};

export class SqliteFollower implements Follower {
  readonly #place: SqliteIndexPlace;
  readonly #store: DatabaseSync;
  readonly #tell: (sentence: string) => void;
  readonly #statements = new Map<string, RowStatement>();
  /** Absent after a failed attempt to make it anew; the next use tries again. */
  #file: SearchFile | undefined;
  #version = -1;
  /** Undefined for a new store, which has no tables before its first commit. */
  #isThere = false;
  #began_ms = 0;

  /** @param tell - logs a message for the operator */
  constructor(place: SqliteIndexPlace, tell: (sentence: string) => void) {
    this.#place = place;
    this.#tell = tell;
    this.#store = new DatabaseSync(place.store, { readOnly: true });
    this.#store.exec("pragma busy_timeout = 5000");
    this.#file = this.#open();
  }

  /** Runs one step. @returns its result, or `undefined` if there was nothing to do */
  async step(): Promise<Step> {
    try {
      return this.#guarded((file) => this.#follow(file));
    } catch (error) {
      this.#file?.rollback();
      throw error;
    }
  }

  /** One process has the index. */
  setLease(): void {}

  async find(question: Question): Promise<Candidates> {
    return this.#guarded((file) => file.find(question, (chats) => this.#rowsOfChats(chats)));
  }

  async close(): Promise<void> {
    this.#file?.commit();
    this.#file?.close();
    this.#store.close();
  }

  /** Rebuilds a damaged index and repeats the operation. */
  #guarded<T>(work: (file: SearchFile) => T): T {
    try {
      return work((this.#file ??= this.#open()));
    } catch (error) {
      if (!isDamage(error)) throw error;
      return work(this.#replace(`it is damaged: ${(error as Error).message}`));
    }
  }

  /** Closes the index and makes another one. A failure must be told by its own error, and not by that of a closed file. */
  #replace(reason: string): SearchFile {
    this.#file?.close();
    this.#file = undefined;
    return (this.#file = this.#create(reason));
  }

  #open(): SearchFile {
    const { path, id, ends } = this.#place;
    const file = SearchFile.open(path, id);
    if (!file) return this.#create("there is none that fits");
    const { change, high } = file.progress;
    if (change <= ends.change && high <= ends.row) return file;
    file.close();
    return this.#create("the store is older than it");
  }

  #create(reason: string): SearchFile {
    // A new store has no index yet, which is not worth a message.
    if (this.#place.ends.row > 0) this.#tell(`the search index is made anew, as ${reason}`);
    const { highest, lastChange } = this.#look({
      low: 0,
      high: Number.MAX_SAFE_INTEGER,
      change: Number.MAX_SAFE_INTEGER,
    });
    this.#version = -1;
    const { path, id } = this.#place;
    const high = Math.max(0, highest - SCANNED_ROWS);
    return SearchFile.create(path, id, { low: high === 0 ? 0 : high + 1, high, change: lastChange });
  }

  #follow(file: SearchFile): Step {
    const version = (this.#statement("pragma data_version").get() as { data_version: number }).data_version;
    const before = file.progress;
    if (version === this.#version && before.low === 0) return this.#rest(file, before);
    const seen = this.#look(before);
    if (before.change > seen.lastChange || (seen.lastChange > 0 && before.change + 1 < seen.firstChange)) {
      file.commit();
      const { progress } = this.#replace("it does not go on where the store does");
      return { didWork: true, hasMore: true, didBuild: false, progress, isKept: true };
    }
    const progress = progressAfter(before, seen);
    const didWork = seen.changes.length > 0 || seen.newer.length > 0 || seen.older.length > 0;
    // Only a step that reached the end of the store may wait for the store's next change.
    this.#version = didWork ? -1 : version;
    if (!didWork && progress.high === before.high && progress.low === before.low) return this.#rest(file, before);
    this.#write(file, documentsFrom(before, seen), progress);
    if (before.low > 0 && progress.low === 0) file.beginMerge();
    const hasMore =
      seen.newer.length === MESSAGES_PER_STEP || seen.changes.length === CHANGES_PER_STEP || seen.older.length > 0;
    return { didWork, hasMore, didBuild: seen.older.length > 0, progress, isKept: !file.isOpen };
  }

  #rest(file: SearchFile, progress: Progress): Step {
    file.commit();
    const isMerging = file.merge();
    return { didWork: isMerging, hasMore: false, didBuild: isMerging, progress, isKept: true };
  }

  #write(file: SearchFile, documents: readonly Document[], progress: Progress): void {
    if (!file.isOpen) this.#began_ms = performance.now();
    file.take(documents, progress);
    if (performance.now() - this.#began_ms > COMMIT_MS) file.commit();
  }

  /** Keep the transaction short: SQLite cannot restart the store's WAL while it is open. */
  #look({ low, high, change }: Progress): Seen {
    this.#store.exec("begin");
    try {
      this.#isThere ||= this.#store.prepare(TABLES).get() !== undefined;
      if (!this.#isThere) return NOTHING_SEEN;
      const ends = this.#statement(ENDS).get() as { highest: number; first: number; last: number };
      const changes = this.#statement(CHANGED).all(change, CHANGES_PER_STEP) as unknown as Seen["changes"];
      const changed = changes.flatMap(({ row_id }) => this.#statement(ROW).all(row_id) as unknown as NumberedRow[]);
      const newer = this.#statement(NEWER).all(high, MESSAGES_PER_STEP) as unknown as NumberedRow[];
      const older =
        newer.length > 0 ? [] : (this.#statement(OLDER).all(low, MESSAGES_PER_STEP) as unknown as NumberedRow[]);
      return { highest: ends.highest, firstChange: ends.first, lastChange: ends.last, changes, changed, newer, older };
    } catch (cause) {
      throw unreadable(cause);
    } finally {
      // Some errors end the transaction.
      if (this.#store.isTransaction) this.#store.exec("commit");
    }
  }

  #rowsOfChats(chats: readonly number[]): number[] | undefined {
    try {
      return rowsOfChats(this.#statement(ROWS_OF_CHATS), chats);
    } catch (cause) {
      throw unreadable(cause);
    }
  }

  #statement(sql: string): RowStatement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = new RowStatement(this.#store.prepare(sql))));
    return statement;
  }
}

/** An error of the store must not be taken for a damaged index. */
function unreadable(cause: unknown): Error {
  return new Error("the search index cannot read the store", { cause });
}

const TABLES = "select 1 from sqlite_master where name = 'message_change'";
const ENDS = `select coalesce((select max(row_id) from message), 0) as highest,
  coalesce((select min(id) from message_change), 0) as first, coalesce((select max(id) from message_change), 0) as last`;
const CHANGED = "select id, row_id from message_change where id > ? order by id limit +?";
const ROW = `select ${NUMBERED_ROW} from message where row_id = ?`;
const NEWER = `select ${NUMBERED_ROW} from message where row_id > ? order by row_id limit +?`;
const OLDER = `select ${NUMBERED_ROW} from message where row_id < ? order by row_id desc limit +?`;

/**
 * SQLite reuses the number of the last row after it was deleted. So the index never counts a row above the highest one
 * as indexed.
 */
function progressAfter({ low, high, change }: Progress, { highest, changes, newer, older }: Seen): Progress {
  return {
    low: newer.length > 0 ? low : (older.at(-1)?.row_id ?? 0),
    high: newer.at(-1)?.row_id ?? Math.min(high, highest),
    change: changes.at(-1)?.id ?? change,
  };
}

/** In ascending order, which FTS5 inserts fastest. */
function documentsFrom({ low }: Progress, { changes, changed, newer, older }: Seen): Document[] {
  const known = changes.map(({ row_id }) => row_id).filter((row_id) => row_id >= low);
  const documents = [...documentsOf(known, changed), ...older.map(documentOf), ...newer.map(documentOf)];
  // A reused row number occurs as a change and as a new row.
  return [...new Map(documents.map((each) => [each.row_id, each])).values()].sort((a, b) => a.row_id - b.row_id);
}
