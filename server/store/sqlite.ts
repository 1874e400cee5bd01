/** SQLite behind `Db`: one connection, works that share a commit, answers only after the log is on disk. */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { existsSync, openSync } from "node:fs";
import type { Db, DbOptions, NewEvent, ReadTx, Tx, Value, Words } from "./db.ts";
import { Checkpointer } from "./sqlite-checkpoint.ts";
import { LogSync } from "./sqlite-sync.ts";
import { writeEvents } from "./streams.ts";

/** Works one commit may carry: past this, the first waits for the last without gain. */
const BATCH_WORKS = 128;
/** How long one commit may keep the event loop, in milliseconds. */
const BATCH_MS = 4;

const WORDS: Words = { lock: "", fold: (expression) => `fold(${expression})` };

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

/** Opens (and if need be creates) the store at `path`. Migrations are the caller's next step. */
export function openSqlite(options: SqliteOptions): Db {
  return new SqliteDb(options);
}

class SqliteDb implements Db {
  readonly words = WORDS;
  readonly #options: SqliteOptions;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #savepoint: StatementSync;
  readonly #release: StatementSync;
  readonly #undo: StatementSync;
  readonly #jobs: Job[] = [];
  readonly #log: LogSync;
  readonly #checkpointer: Checkpointer | undefined;
  #scheduled = false;
  #resuming = false;
  #batch: Promise<void> | undefined;
  #closed = false;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#db = new DatabaseSync(options.path);
    const durable = options.path !== ":memory:";
    this.#db.exec(durable ? "pragma journal_mode = wal" : "pragma journal_mode = memory");
    // A commit does not sync; LogSync does, before anybody hears of it. Checkpoints happen on another thread.
    this.#db.exec("pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma foreign_keys = on");
    this.#db.exec("pragma cache_size = -65536; pragma temp_store = memory; pragma busy_timeout = 5000");
    this.#db.function("fold", { deterministic: true }, (text) =>
      typeof text === "string" ? text.toLowerCase() : text,
    );
    this.#begin = this.#db.prepare("begin immediate");
    this.#commit = this.#db.prepare("commit");
    this.#savepoint = this.#db.prepare("savepoint work");
    this.#release = this.#db.prepare("release work");
    this.#undo = this.#db.prepare("rollback to work");
    const log = durable ? openLog(this.#db, `${options.path}-wal`) : undefined;
    this.#log = new LogSync(log, options.fatal);
    this.#log.onRoom = () => this.#schedule();
    this.#checkpointer = log === undefined ? undefined : new Checkpointer(options.path, options.fatal);
  }

  async read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    // A batch runs in one turn of the event loop; a read that falls into it must not see a half-done work.
    while (this.#batch) await this.#batch;
    if (this.#closed) throw new Error("the store is closed");
    const result = await work(this.#reader);
    await this.#log.settled();
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
    await this.#log.settled();
    await this.#checkpointer?.close();
    this.#db.close();
    this.#log.close();
  }

  #schedule(): void {
    if (this.#scheduled || this.#jobs.length === 0 || this.#log.full || this.#pausedBy()) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      const turn = setImmediate(() =>
        this.#options.fatal(new Error("a work awaited something else than its transaction")),
      );
      this.#batch = this.#runBatch().finally(() => {
        clearImmediate(turn);
        this.#batch = undefined;
        this.#schedule();
      });
    });
  }

  /** Whether a checkpoint holds the writers; if so, the next batch is scheduled when it lets go. */
  #pausedBy(): boolean {
    const pause = this.#checkpointer?.pause;
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
    const done: { job: Job; value: unknown }[] = [];
    const moved = new Set<number>();
    const end_ms = performance.now() + BATCH_MS;
    let taken = 0;
    try {
      this.#begin.run();
      while (taken < BATCH_WORKS && taken < this.#jobs.length) {
        const job = this.#jobs[taken++]!;
        const outcome = await this.#runJob(job);
        if (outcome) {
          done.push({ job, value: outcome.value });
          for (const event of outcome.events) moved.add(event.stream);
        }
        if (performance.now() > end_ms) break;
      }
      this.#commit.run();
    } catch (error) {
      // A failed begin or commit: nothing of the batch exists, and nobody has been told otherwise.
      if (this.#db.isTransaction) this.#db.exec("rollback");
      for (const job of this.#jobs.splice(0, Math.max(taken, 1))) job.reject(error);
      return;
    }
    this.#jobs.splice(0, taken);
    if (done.length > 0) this.#answer(done, [...moved]);
  }

  #answer(done: { job: Job; value: unknown }[], moved: number[]): void {
    this.#checkpointer?.committed(done.length);
    this.#log.sync(() => {
      for (const { job, value } of done) job.resolve(value as never);
      if (moved.length > 0) this.#options.poke(moved);
    });
  }

  /** Runs one work under its own savepoint, taken at its first change: a refusal before that costs nothing. */
  async #runJob(job: Job): Promise<{ value: unknown; events: NewEvent[] } | undefined> {
    const tx = new Work(this, this.#savepoint);
    try {
      const value = await job.work(tx);
      if (tx.events.length > 0) await writeEvents(tx, tx.events, Math.floor(this.#options.now_ms() / 1000));
      if (tx.changed) this.#release.run();
      return { value, events: tx.events };
    } catch (error) {
      if (tx.changed) {
        this.#undo.run();
        this.#release.run();
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
  changed = false;
  #ended = false;
  readonly #db: SqliteDb;
  readonly #savepoint: StatementSync;

  constructor(db: SqliteDb, savepoint: StatementSync) {
    this.#db = db;
    this.#savepoint = savepoint;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.#open(sql).all(...values) as R[];
  }

  async get<R>(sql: string, ...values: Value[]): Promise<R | undefined> {
    return this.#open(sql).get(...values) as R | undefined;
  }

  async run(sql: string, ...values: Value[]): Promise<void> {
    this.#open(sql).run(...values);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  end(): void {
    this.#ended = true;
  }

  #open(sql: string): StatementSync {
    if (this.#ended) throw new Error("the transaction has ended");
    if (!this.changed && !sql.startsWith("select")) {
      this.#savepoint.run();
      this.changed = true;
    }
    return this.#db.statement(sql);
  }
}

/** The descriptor through which the log is synced. Held for life: closing it would drop SQLite's own locks on the file. */
function openLog(db: DatabaseSync, path: string): number {
  if (!existsSync(path)) db.exec("create table if not exists meta (key text primary key, value text not null)");
  return openSync(path, "r+");
}
