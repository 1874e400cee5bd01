/** SQLite behind `Db`: works that share a journal record, answered when it is on disk, committed in larger steps. */
import { closeSync, existsSync, fdatasync, openSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Db, DbOptions, NewEvent, ReadTx, Tx, Value, Words } from "./db.ts";
import { Checkpointer } from "./sqlite-checkpoint.ts";
import { Journal, removeSegments, replay, statementText } from "./sqlite-journal.ts";
import { writeEvents } from "./streams.ts";

/** Works one record may carry: past this, the first waits for the last without gain. */
const BATCH_WORKS = 128;
/** How long one batch may keep the event loop, in milliseconds. */
const BATCH_MS = 4;
/** Works one commit of SQLite may carry: a page changed by many of them is written once. */
const COMMIT_WORKS = 1000;
/** Milliseconds after which what is not committed is. */
const COMMIT_MS = 250;
/** Bytes after which the journal goes on in a new segment, so that the old one can be dropped. */
const SEGMENT_BYTES = 32 * 1024 * 1024;

const WORDS: Words = { lock: "", fold: (expression) => `fold(${expression})` };
const FIND_POSITION = "select value from meta where key = 'journal'";
const KEEP_POSITION =
  "insert into meta (key, value) values ('journal', ?) on conflict (key) do update set value = excluded.value";

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

interface SqliteOptions extends DbOptions {
  /** A file, or ":memory:" for a store that is gone when it is closed. */
  readonly path: string;
  readonly now_ms: () => number;
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
  readonly #jobs: Job[] = [];
  /** Absent for a store in memory, which nothing makes durable. */
  readonly #disk: Disk | undefined;
  #scheduled = false;
  #resuming = false;
  #batch: Promise<void> | undefined;
  #closed = false;
  #uncommitted = 0;
  #cancelCommit = () => {};

  constructor(options: SqliteOptions) {
    this.#options = options;
    const lasting = options.path !== ":memory:";
    const lock = lasting ? holdAlone(options.path) : undefined;
    this.#db = new DatabaseSync(options.path);
    this.#db.exec(lasting ? "pragma journal_mode = wal" : "pragma journal_mode = memory");
    // A commit does not sync: the journal has everything, and checkpoints happen on another thread.
    this.#db.exec("pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma foreign_keys = on");
    this.#db.exec("pragma cache_size = -65536; pragma temp_store = memory; pragma busy_timeout = 5000");
    this.#db.function("fold", { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text,
    );
    this.#db.exec("create table if not exists meta (key text primary key, value text not null)");
    if (!lock) return;
    this.#disk = recover(this.#db, lock, options, () => this.#commit());
    this.#disk.journal.onRoom = () => this.#schedule();
  }

  async read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    // A batch runs in one turn of the event loop; a read that falls into it must not see a half-done work.
    while (this.#batch) await this.#batch;
    if (this.#closed) throw new Error("the store is closed");
    const result = await work(this.#reader);
    await this.#disk?.journal.settled();
    return result;
  }

  write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#closed) {
        reject(new Error("the store is closed"));
        return;
      }
      this.#jobs.push({ work, resolve, reject });
      this.#schedule();
    });
  }

  async close(): Promise<void> {
    while (this.#jobs.length > 0 || this.#batch) await new Promise((done) => setImmediate(done));
    this.#closed = true;
    await this.#disk?.journal.settled();
    this.#commit();
    await this.#disk?.checkpointer.close();
    // Closing syncs the log into the database file, after which the journal has nothing to add.
    this.#db.exec("pragma wal_checkpoint(truncate)");
    this.#db.close();
    await this.#disk?.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0 || this.#disk?.journal.full || this.#pausedBy()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
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
    const done: { job: Job; value: unknown }[] = [];
    const moved = new Set<number>();
    const changes: string[] = [];
    const end_ms = performance.now() + BATCH_MS;
    let taken = 0;
    while (taken < BATCH_WORKS && taken < this.#jobs.length) {
      const job = this.#jobs[taken++]!;
      const outcome = await this.#runJob(job);
      if (outcome) {
        done.push({ job, value: outcome.value });
        changes.push(...outcome.tx.changes);
        for (const event of outcome.tx.events) moved.add(event.stream);
      }
      if (performance.now() > end_ms) break;
    }
    this.#jobs.splice(0, taken);
    this.#uncommitted += done.length;
    this.#answer(done, changes, [...moved]);
    if (this.#uncommitted >= COMMIT_WORKS || !this.#disk) this.#commit();
  }

  #begin(): void {
    this.#db.exec("begin immediate");
    if (this.#disk) this.#cancelCommit = this.#options.after(COMMIT_MS, () => void this.#commitBetween());
  }

  /** Commits in a moment when no batch is under way. */
  async #commitBetween(): Promise<void> {
    while (this.#batch) await this.#batch;
    if (!this.#closed) this.#commit();
  }

  /** Makes SQLite's own file follow the journal. A failure leaves the journal as the only truth: the process ends. */
  #commit(): void {
    if (!this.#db.isTransaction) return;
    this.#cancelCommit();
    try {
      const { journal } = this.#disk ?? {};
      if (journal) this.statement(KEEP_POSITION).run(String(journal.end));
      this.#db.exec("commit");
      this.#disk?.committed(this.#uncommitted);
      this.#uncommitted = 0;
    } catch (error) {
      this.#options.fatal(error);
    }
  }

  #answer(done: { job: Job; value: unknown }[], changes: readonly string[], moved: number[]): void {
    const tell = () => {
      for (const { job, value } of done) job.resolve(value as never);
      if (moved.length > 0) this.#options.poke(moved);
    };
    const { journal } = this.#disk ?? {};
    if (!journal) tell();
    else if (changes.length > 0) journal.append(changes, tell);
    else void (journal.settled() ?? Promise.resolve()).then(tell);
  }

  /** Runs one work under its own savepoint, taken at its first change: a refusal before that costs nothing. */
  async #runJob(job: Job): Promise<{ value: unknown; tx: Work } | undefined> {
    const tx = new Work(this);
    try {
      const value = await job.work(tx);
      if (tx.events.length > 0) await writeEvents(tx, tx.events, Math.floor(this.#options.now_ms() / 1000));
      if (tx.changes.length > 0) this.statement("release work").run();
      return { value, tx };
    } catch (error) {
      // Some faults (a full disk) make SQLite drop the whole transaction, with works that were acknowledged.
      if (!this.#db.isTransaction) this.#options.fatal(error);
      else if (tx.changes.length > 0) {
        this.statement("rollback to work").run();
        this.statement("release work").run();
      }
      job.reject(error);
      return undefined;
    } finally {
      tx.end();
    }
  }

  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  readonly #reader: ReadTx = {
    all: async <R>(sql: string, ...values: Value[]) => this.statement(sql).all(...values) as R[],
    get: async <R>(sql: string, ...values: Value[]) => this.statement(sql).get(...values) as R | undefined,
  };
}

class Work implements Tx {
  readonly events: NewEvent[] = [];
  /** The statements that changed something, as the journal keeps them. */
  readonly changes: string[] = [];
  #ended = false;
  readonly #db: SqliteDb;

  constructor(db: SqliteDb) {
    this.#db = db;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.#open(sql, values).all(...values) as R[];
  }

  async get<R>(sql: string, ...values: Value[]): Promise<R | undefined> {
    return this.#open(sql, values).get(...values) as R | undefined;
  }

  async run(sql: string, ...values: Value[]): Promise<void> {
    this.#open(sql, values).run(...values);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  end(): void {
    this.#ended = true;
  }

  #open(sql: string, values: readonly Value[]): StatementSync {
    if (this.#ended) throw new Error("the transaction has ended");
    if (!sql.startsWith("select")) {
      if (this.changes.length === 0) this.#db.statement("savepoint work").run();
      this.changes.push(statementText(sql, values));
    }
    return this.#db.statement(sql);
  }
}

/** What makes a store last. */
interface Disk {
  readonly journal: Journal;
  readonly checkpointer: Checkpointer;
  /** Counts the works of a commit; lets the journal go on in a new segment when it has grown. */
  committed(works: number): void;
  close(): Promise<void>;
}

/** Does again what the journal has and SQLite lost, and starts a journal of its own from there. */
function recover(db: DatabaseSync, lock: DatabaseSync, options: SqliteOptions, commit: () => void): Disk {
  const base = options.path.replace(/\.db$/, ".redo");
  const kept = db.prepare(FIND_POSITION).get() as { value: string } | undefined;
  db.exec("begin immediate");
  const end = replay(base, Number(kept?.value ?? 0), ([sql, ...values]) => db.prepare(sql).run(...values));
  db.prepare(KEEP_POSITION).run(String(end));
  db.exec("commit");
  // The checkpoint syncs; only then are the old segments worth nothing.
  db.exec("pragma wal_checkpoint(truncate)");
  removeSegments(base);
  const journal = new Journal(base, end, options.fatal);
  const checkpointer = new Checkpointer(options.path, options.fatal, commit);
  const log = openLog(db, `${options.path}-wal`);
  return {
    journal,
    checkpointer,
    committed(works) {
      checkpointer.committed(works);
      if (journal.size < SEGMENT_BYTES) return;
      journal.rotate();
      fdatasync(log, (error) => (error ? options.fatal(error) : journal.dropOld()));
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
function holdAlone(path: string): DatabaseSync {
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
