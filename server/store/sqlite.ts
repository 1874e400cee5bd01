/** SQLite behind `Db`: works that share a journal record, answered when it is on disk, committed in larger steps. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Awaitable, Db, Key, Lookup, ReadTx, Tx, Value, Words } from "./db.ts";
import { Answers } from "./sqlite-answers.ts";
import { Batch, type Job } from "./sqlite-batch.ts";
import { connect, KEEP_POSITION } from "./sqlite-connection.ts";
import { Deferred } from "./sqlite-deferred.ts";
import {
  assertNotLost,
  closeUntouched,
  holdAlone,
  openingFault,
  recover,
  sizeOnDisk,
  type Disk,
  type DiskOptions,
} from "./sqlite-disk.ts";
import type { Journal } from "./sqlite-journal.ts";
import { SqliteReaders } from "./sqlite-readers.ts";
import { ask, Work, type Shared } from "./sqlite-work.ts";

/** Works one record may carry: past this, the first waits for the last without gain. */
const BATCH_WORKS = 128;
/** Works worth a write of their own while another is under way; on a fast disk, fewer wait the moment for it. */
const FULL_BATCH = 32;
/** How long one batch may keep the event loop, in milliseconds. */
const BATCH_MS = 4;
/** Works one commit of SQLite may carry: a page changed by many of them is written once, a kill makes all be done again. */
const COMMIT_WORKS = 4000;
/** Bytes of the journal that a kill may make be read again. */
const COMMIT_BYTES = 4 * 1024 * 1024;
/** Milliseconds that a work takes at most as a rule: so many as a commit may carry are done again in a second. */
const USUAL_WORK_MS = 0.25;
/** Milliseconds that works may have taken beyond that before they are committed: they will when they are done again. */
const COMMIT_EXTRA_MS = 500;
/** Milliseconds after which what is not committed is: each commit writes the pages it has changed, however few works did. */
const COMMIT_MS = 60_000;
/** Milliseconds after a change until the journal says that it is on disk, and between looks at whether changes have ceased. */
const LOOK_MS = 250;
/** Looks without a change after which it is committed: nothing is gained by waiting. */
const QUIET_LOOKS = 4;
const WORDS: Words = {
  fold: (expression) => `fold(${expression})`,
  numbers: "(select value from json_each(?))",
  pairs: "(select value ->> 0 as first, value ->> 1 as second from json_each(?))",
};
/** The path is a file, or ":memory:" for a store that is gone when it is closed. */
interface SqliteOptions extends DiskOptions {
  readonly now_ms: () => number;
  /** Milliseconds that a work of `readApart` may take, where a test does not wait for the usual time. */
  readonly apart_ms?: number | undefined;
}

/** Opens (and if need be creates and recovers) the store at `path`. Migrations are the caller's next step. */
export function openSqlite(options: SqliteOptions): Db {
  return new SqliteDb(options);
}

class SqliteDb implements Db {
  readonly words = WORDS;
  readonly #options: SqliteOptions;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #answers = new Answers();
  readonly #deferred = new Deferred((sql) => this.#statement(sql));
  readonly #jobs: Job[] = [];
  /** Absent for a store in memory, which nothing makes durable. */
  readonly #disk: Disk | undefined;
  readonly #readers: SqliteReaders;
  #scheduled = false;
  #resuming = false;
  #batch: Promise<void> | undefined;
  #closed = false;
  /** What the open transaction has: works, the time they took beyond the usual, and where the journal was when it began. */
  #uncommitted = { works: 0, extra_ms: 0, from: 0 };
  #cancelCommit = () => {};
  /** Calls off the look at whether changes have ceased; `undefined` when there are none to cease. */
  #cancelWatch: (() => void) | undefined;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#readers = new SqliteReaders({ ...options, limit_ms: options.apart_ms });
    const lock = options.path === ":memory:" ? undefined : holdAlone(options.path);
    let db: DatabaseSync | undefined;
    try {
      if (lock) assertNotLost(options.path);
      db = connect(options.path);
      db.exec("create table if not exists meta (key text primary key, value text not null)");
      if (lock) this.#disk = recover(db, lock, options, () => this.#commitBetween());
    } catch (error) {
      if (db && lock) closeUntouched(db, options.path);
      else db?.close();
      lock?.close();
      throw openingFault(options.path, error);
    }
    this.#db = db;
    if (this.#disk) this.#disk.journal.onRoom = () => this.#schedule();
  }

  async read<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    // A batch runs in one turn of the event loop; a read that falls into it must not see a half-done work.
    while (this.#batch) await this.#batch;
    if (this.#closed) throw new Error("the store is closed");
    const result = await work(this.#reader);
    await this.#disk?.journal.settled();
    return result;
  }

  async readApart<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    if (!this.#disk) return this.read(work);
    const { journal, checkpointer } = this.#disk;
    // Other connections see what has been committed. While one reads, SQLite's log cannot begin anew.
    const around = <R>(read: () => Promise<R>) =>
      checkpointer.whileReading(async () => {
        await this.#commitBetween();
        return read();
      });
    try {
      return await this.#readers.run(around, work);
    } finally {
      await journal.settled();
    }
  }

  write<T>(work: (tx: Tx) => Awaitable<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) {
        reject(new Error("the store is closed"));
        return;
      }
      this.#jobs.push({ work, resolve, reject });
      this.#schedule();
    });
  }

  async size(): Promise<number> {
    if (this.#disk) return sizeOnDisk(this.#options.path);
    const count = (what: string) => Number(Object.values(this.#statement(`pragma ${what}`).get()!)[0]);
    return count("page_count") * count("page_size");
  }

  logBytes(): number {
    return this.#disk?.logBytes() ?? 0;
  }

  async close(): Promise<void> {
    while (this.#jobs.length > 0 || this.#batch) await new Promise((done) => setImmediate(done));
    this.#closed = true;
    await this.#readers.close();
    this.#cancelWatch?.();
    await this.#disk?.journal.settled();
    this.#commit();
    await this.#disk?.settle();
    this.#db.close();
    await this.#disk?.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0 || this.#mustGather() || this.#pausedBy()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#pausedBy()) return;
      const turn = setImmediate(() =>
        this.#options.fatal(new Error("a work awaited something else than its transaction")),
      );
      this.#batch = this.#runBatch()
        .catch(this.#options.fatal)
        .finally(() => {
          clearImmediate(turn);
          this.#batch = undefined;
          this.#schedule();
        });
    });
  }

  /** Whether the next batch has to grow: every write wakes a thread, and a few works more cost it nothing. */
  #mustGather(): boolean {
    const { journal } = this.#disk ?? {};
    return journal !== undefined && (journal.full || (journal.flying > 0 && this.#jobs.length < FULL_BATCH));
  }

  /** Whether a checkpoint holds the writers; if so, the next batch is scheduled when it lets go. */
  #pausedBy(): boolean {
    const pause = this.#disk?.checkpointer.pause;
    if (pause && !this.#resuming) {
      this.#resuming = true;
      void pause.then(() => {
        this.#resuming = false;
        this.#schedule();
      });
    }
    return pause !== undefined;
  }

  async #runBatch(): Promise<void> {
    if (!this.#db.isTransaction) this.#begin();
    const batch = new Batch();
    const shared: Shared = {
      answers: this.#answers,
      deferred: this.#deferred,
      statement: (sql) => this.#statement(sql),
      note: (sql, values) => batch.dictionary.note(sql, values),
    };
    const now_s = Math.floor(this.#options.now_ms() / 1000);
    const begun_ms = performance.now();
    const end_ms = begun_ms + BATCH_MS;
    let taken = 0;
    while (taken < BATCH_WORKS && taken < this.#jobs.length) {
      const job = this.#jobs[taken++]!;
      const tx = new Work(shared);
      try {
        const value = await job.work(tx);
        tx.finish(now_s);
        batch.take(job, value, tx);
      } catch (error) {
        // Some faults (a full disk) make SQLite drop the whole transaction, with works that were acknowledged.
        if (!this.#db.isTransaction) this.#options.fatal(error);
        else tx.undo();
        batch.refuse(job, error);
      }
      if (performance.now() > end_ms) break;
    }
    this.#jobs.splice(0, taken);
    this.#uncommitted.works += batch.works;
    this.#uncommitted.extra_ms += Math.max(0, performance.now() - begun_ms - batch.works * USUAL_WORK_MS);
    this.#answer(batch);
    // While the journal is being written. Kept for longer, they would be moved about by the garbage collector.
    this.#deferred.flushRows();
    if (this.#isCommitDue()) this.#commit();
  }

  #begin(): void {
    this.#db.exec("begin immediate");
    this.#uncommitted = { works: 0, extra_ms: 0, from: this.#disk?.journal.end ?? 0 };
    if (this.#disk) this.#cancelCommit = this.#options.after(COMMIT_MS, () => void this.#commitBetween());
  }

  /** Whether a kill would leave as much to be done again as a start has time for. */
  #isCommitDue(): boolean {
    const { works, extra_ms, from } = this.#uncommitted;
    const bytes = (this.#disk?.journal.end ?? 0) - from;
    return works >= COMMIT_WORKS || bytes >= COMMIT_BYTES || extra_ms >= COMMIT_EXTRA_MS;
  }

  /** Commits in a moment when no batch is under way: other connections then see all that was acknowledged. */
  async #commitBetween(): Promise<void> {
    while (this.#batch) await this.#batch;
    if (!this.#closed) this.#commit();
  }

  /** Looks from time to time until there are no more changes: they are on disk then, and nothing is gained by waiting. */
  #watchForQuiet(journal: Journal, quiet = 0): void {
    const { changed } = journal;
    this.#cancelWatch = this.#options.after(LOOK_MS, () => {
      void (journal.settled() ?? Promise.resolve()).then(() => journal.mark());
      const looks = journal.changed === changed ? quiet + 1 : 0;
      this.#cancelWatch = undefined;
      if (looks < QUIET_LOOKS) this.#watchForQuiet(journal, looks);
      else void this.#commitBetween();
    });
  }

  /** Makes SQLite's own file follow the journal. A failure leaves the journal as the only truth: the process ends. */
  #commit(): void {
    if (!this.#db.isTransaction) return;
    this.#cancelCommit();
    try {
      this.#deferred.flush();
      this.#deferred.trim();
      const { journal } = this.#disk ?? {};
      if (journal) this.#statement(KEEP_POSITION).run(String(journal.end));
      this.#db.exec("commit");
      this.#disk?.committed();
    } catch (error) {
      this.#options.fatal(error);
    }
  }

  /** Answers the works of a batch, and pokes, as soon as nothing can take them back. */
  #answer(batch: Batch): void {
    const tell = () => {
      batch.answer();
      if (batch.moved.size > 0) this.#options.poke([...batch.moved]);
    };
    const { journal } = this.#disk ?? {};
    const record = journal && batch.record();
    if (!journal) tell();
    else if (record !== undefined) {
      journal.append(record, tell);
      if (!this.#cancelWatch) this.#watchForQuiet(journal);
    } else void (journal.settled() ?? Promise.resolve()).then(tell);
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** A statement that sees everything it asks for. */
  #fresh(sql: string, values: readonly Value[]): StatementSync {
    this.#deferred.flushFor(sql, values);
    return this.#statement(sql);
  }

  readonly #reader: ReadTx = {
    all: async <R>(sql: string, ...values: Value[]) => this.#fresh(sql, values).all(...values) as R[],
    get: async <R>(sql: string, ...values: Value[]) => this.#fresh(sql, values).get(...values) as R | undefined,
    lookUp: <T>(lookup: Lookup<T>, key: Key, second?: Key) =>
      (this.#answers.find(lookup, key, second) as T | undefined) ??
      ask((sql, keys) => this.#fresh(sql, keys), this.#answers, lookup, key, second),
  };
}
