/** `Db` on SQLite: a batch of transactions shares a redo record; SQLite's own commits follow after many batches. */
import type { DatabaseSync } from "node:sqlite";
import type { Db, Key, ReadTx, Tx, Value } from "../db.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import type { Lookup } from "../lookup.ts";
import { LookupCache } from "./lookup-cache.ts";
import { Batch, type QueuedTransaction } from "./batch.ts";
import type { Read, Statement } from "../statement.ts";
import { StoreMeter } from "../store-meter.ts";
import { connect } from "./connection.ts";
import { SQLITE_DIALECT } from "./dialect.ts";
import { CAN_SERIALIZE, type SerializedDatabase } from "./serialized-database.ts";
import { WriteBuffer } from "./write-buffer.ts";
import {
  assertNotMissing,
  closeWithoutCheckpoint,
  lockDatabase,
  openingError,
  recover,
  savePosition,
  sizeOnDisk,
  type DurableStorage,
  type DurableStorageOptions,
} from "./durable-storage.ts";
import type { RedoLog } from "./redo-log.ts";
import { prepareForReuse } from "./prepare.ts";
import { ReaderPool } from "./reader-pool.ts";
import { RowStatement } from "./row-statement.ts";
import { loadLookup, SqliteTransaction, type Savepoint, type TransactionContext } from "./transaction.ts";

/** Transactions in one record at most: beyond it, the first one waits for the last without gain. */
const BATCH_TRANSACTIONS = 128;
/** Transactions that are worth a second write while one is in flight; on a fast disk, fewer wait for it to end. */
const FULL_BATCH = 32;
/** Milliseconds for which one batch may block the event loop. */
const BATCH_MS = 4;
/**
 * Transactions in one commit of SQLite: a page that many of them change is written once; a kill replays all of them.
 */
const COMMIT_TRANSACTIONS = 4000;
/** Bytes of the redo log that may have to be replayed after a kill. */
const COMMIT_BYTES = 4 * 1024 * 1024;
/** Milliseconds that a transaction usually takes at most: 4000 of them are replayed in a second. */
const USUAL_TRANSACTION_MS = 0.25;
/** Milliseconds beyond the usual after which transactions are committed: replaying them would take as long again. */
const COMMIT_EXTRA_MS = 500;
/** Milliseconds after which an open transaction is committed. Each commit writes all pages that it has changed. */
const COMMIT_MS = 60_000;
/** Milliseconds after a change until a durable mark is written, and between two checks for idleness. */
const IDLE_CHECK_MS = 250;
/** Checks without a change after which SQLite commits: waiting longer gains nothing. */
const IDLE_CHECKS = 4;
/** `path` is a file, or ":memory:" for a store that is gone when it is closed. */
interface SqliteOptions extends DurableStorageOptions {
  readonly now_ms: () => number;
  /** The content of a new store in memory. */
  readonly serialized?: SerializedDatabase | undefined;
  /** Milliseconds that a transaction of `readInPool` may take. Set by tests. */
  readonly reader_limit_ms?: number | undefined;
}

/** Opens the store at `path`; creates or recovers it if necessary. The caller applies the migrations. */
export function openSqlite(options: SqliteOptions): Db {
  return new SqliteDb(options);
}

class SqliteDb implements Db {
  readonly #options: SqliteOptions;
  readonly #meter: StoreMeter;
  readonly #db: DatabaseSync;
  /** By the ids of their statements. */
  readonly #prepared: RowStatement[] = [];
  readonly #savepoint: Savepoint;
  readonly #lookupCache = new LookupCache();
  readonly #writeBuffer = new WriteBuffer((statement) => this.#prepare(statement));
  readonly #queue: QueuedTransaction[] = [];
  /** Absent for a store in memory. */
  readonly #storage: DurableStorage | undefined;
  readonly #readerPool: ReaderPool;
  readonly serialize: Db["serialize"];
  #isScheduled = false;
  #isResuming = false;
  #batch: Promise<void> | undefined;
  #isClosed = false;
  /** Of SQLite's open transaction: our transactions in it, their time beyond the usual, and its first redo position. */
  #uncommitted = { transactions: 0, extra_ms: 0, from: 0 };
  #cancelCommit = () => {};
  /** Cancels the next check for idleness; `undefined` while none is scheduled. */
  #cancelIdleCheck: (() => void) | undefined;

  constructor(options: SqliteOptions) {
    this.#options = options;
    this.#meter = options.meter ?? new StoreMeter();
    this.#readerPool = new ReaderPool({ ...options, limit_ms: options.reader_limit_ms });
    const lock = options.path === ":memory:" ? undefined : lockDatabase(options.path);
    let db: DatabaseSync | undefined;
    try {
      if (lock) assertNotMissing(options.path);
      db = connect(options.path, options.serialized);
      db.exec("create table if not exists meta (key text primary key, value text not null)");
      if (lock) this.#storage = recover(db, lock, options, () => this.#commitBetweenBatches());
    } catch (error) {
      if (db && lock) closeWithoutCheckpoint(db, options.path);
      else db?.close();
      lock?.close();
      throw openingError(options.path, error);
    }
    this.#db = db;
    const control = (sql: string) => new RowStatement(db.prepare(sql));
    this.#savepoint = {
      begin: control("savepoint tx"),
      release: control("release tx"),
      rollBack: control("rollback to tx"),
    };
    if (!lock && CAN_SERIALIZE) this.serialize = () => this.#serialize();
    const { redoLog } = this.#storage ?? {};
    if (!redoLog) return;
    redoLog.onCapacity = () => this.#schedule();
    this.#meter.redoBytes = () => redoLog.bytes;
  }

  async read<T>(body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    this.#meter.reads += 1;
    // A batch awaits between its statements; a read must not see half a transaction.
    while (this.#batch) await this.#batch;
    if (this.#isClosed) throw new Error("the store is closed");
    const result = await body(this.#reader);
    await this.#storage?.redoLog.whenDurable();
    return result;
  }

  async readInPool<T>(body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    if (!this.#storage) return this.read(body);
    this.#meter.long_reads += 1;
    const { redoLog, checkpointer } = this.#storage;
    // Other connections see only what SQLite has committed. While one reads, the WAL cannot be truncated.
    const around = <R>(read: () => Promise<R>) =>
      checkpointer.whileReading(async () => {
        await this.#commitBetweenBatches();
        return read();
      });
    try {
      return await this.#readerPool.run(around, body);
    } finally {
      await redoLog.whenDurable();
    }
  }

  write<T>(body: (tx: Tx) => MaybePromise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error("the store is closed"));
        return;
      }
      this.#meter.writes += 1;
      this.#queue.push({ body, resolve, reject, asked_ms: performance.now() });
      this.#schedule();
    });
  }

  async size(): Promise<number> {
    if (this.#storage) return sizeOnDisk(this.#options.path);
    const count = (what: string) => Number(Object.values(this.#db.prepare(`pragma ${what}`).get()!)[0]);
    return count("page_count") * count("page_size");
  }

  walBytes(): number {
    return this.#storage?.walBytes() ?? 0;
  }

  async settle(): Promise<void> {
    await this.#commitBetweenBatches();
    if (this.#isClosed) throw new Error("the store is closed");
  }

  async #serialize(): Promise<Uint8Array> {
    await this.#commitBetweenBatches();
    if (this.#isClosed) throw new Error("the store is closed");
    return this.#db.serialize();
  }

  async close(): Promise<void> {
    while (this.#queue.length > 0 || this.#batch) await new Promise((done) => setImmediate(done));
    this.#isClosed = true;
    await this.#readerPool.close();
    this.#cancelIdleCheck?.();
    await this.#storage?.redoLog.whenDurable();
    this.#commit();
    await this.#storage?.flush();
    this.#db.close();
    await this.#storage?.close();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.length === 0 || this.#shouldFillBatch() || this.#isPaused()) return;
    this.#isScheduled = true;
    this.#gather(this.#queue.length);
  }

  /**
   * Runs the next batch after the first turn of the event loop that brings no further transaction. So those of clients
   * that were answered together share a record again, and a single one waits for one turn.
   * @param before - the transactions in the queue before this turn
   */
  #gather(before: number): void {
    setImmediate(() => {
      const queued = this.#queue.length;
      if (queued > before && queued < BATCH_TRANSACTIONS) {
        this.#gather(queued);
        return;
      }
      this.#isScheduled = false;
      if (this.#isPaused()) return;
      const turn = setImmediate(() =>
        this.#options.fatal(new Error("a transaction awaited something else than its statements")),
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

  /** Whether to wait for more transactions: each write wakes a thread, and a larger record costs hardly more. */
  #shouldFillBatch(): boolean {
    const { redoLog } = this.#storage ?? {};
    return redoLog !== undefined && (redoLog.isFull || (redoLog.inFlight > 0 && this.#queue.length < FULL_BATCH));
  }

  /** Whether a checkpoint pauses writers. If so, the next batch is scheduled when the pause ends. */
  #isPaused(): boolean {
    const pause = this.#storage?.checkpointer.pause;
    if (pause && !this.#isResuming) {
      this.#isResuming = true;
      void pause.then(() => {
        this.#isResuming = false;
        this.#schedule();
      });
    }
    return pause !== undefined;
  }

  async #runBatch(): Promise<void> {
    if (!this.#db.isTransaction) this.#begin();
    const batch = new Batch();
    const shared: TransactionContext = {
      lookupCache: this.#lookupCache,
      writeBuffer: this.#writeBuffer,
      prepare: (statement) => this.#prepare(statement),
      savepoint: this.#savepoint,
      encode: (statement, values) => batch.dictionary.encode(statement, values),
    };
    const now_s = Math.floor(this.#options.now_ms() / 1000);
    const begun_ms = performance.now();
    const end_ms = begun_ms + BATCH_MS;
    let taken = 0;
    while (taken < BATCH_TRANSACTIONS && taken < this.#queue.length) {
      const queued = this.#queue[taken++]!;
      const tx = new SqliteTransaction(shared);
      try {
        const value = await queued.body(tx);
        tx.finish(now_s);
        batch.add(queued, value, tx);
      } catch (error) {
        // Some errors (a full disk) make SQLite roll back its whole transaction, with acknowledged changes.
        if (!this.#db.isTransaction) this.#options.fatal(error);
        else tx.rollBack();
        batch.addFailed(queued, error);
      }
      if (performance.now() > end_ms) break;
    }
    this.#queue.splice(0, taken);
    this.#uncommitted.transactions += batch.transactions;
    this.#uncommitted.extra_ms += Math.max(0, performance.now() - begun_ms - batch.transactions * USUAL_TRANSACTION_MS);
    this.#settle(batch);
    // Done while the redo log is being written. Rows that live longer would be copied by the garbage collector.
    this.#writeBuffer.flushRows();
    if (this.#isCommitDue()) this.#commit();
  }

  #begin(): void {
    this.#db.exec("begin immediate");
    this.#uncommitted = { transactions: 0, extra_ms: 0, from: this.#storage?.redoLog.end ?? 0 };
    if (this.#storage) this.#cancelCommit = this.#options.after(COMMIT_MS, () => void this.#commitBetweenBatches());
  }

  /** Whether recovery after a kill would take as long as a start may take. */
  #isCommitDue(): boolean {
    const { transactions, extra_ms, from } = this.#uncommitted;
    const bytes = (this.#storage?.redoLog.end ?? 0) - from;
    return transactions >= COMMIT_TRANSACTIONS || bytes >= COMMIT_BYTES || extra_ms >= COMMIT_EXTRA_MS;
  }

  /** Commits between two batches. Other connections then see every acknowledged change. */
  async #commitBetweenBatches(): Promise<void> {
    while (this.#batch) await this.#batch;
    if (!this.#isClosed) this.#commit();
  }

  /** Writes a durable mark after each change, and commits when there has been no change for some checks. */
  #commitWhenIdle(redoLog: RedoLog, idleChecks = 0): void {
    const { lastChange: changed } = redoLog;
    this.#cancelIdleCheck = this.#options.after(IDLE_CHECK_MS, () => {
      void (redoLog.whenDurable() ?? Promise.resolve()).then(() => redoLog.writeDurableMark());
      const checks = redoLog.lastChange === changed ? idleChecks + 1 : 0;
      this.#cancelIdleCheck = undefined;
      if (checks < IDLE_CHECKS) this.#commitWhenIdle(redoLog, checks);
      else void this.#commitBetweenBatches();
    });
  }

  /**
   * Commits SQLite's transaction with the redo position. A failure is fatal: only the redo log has the changes then.
   */
  #commit(): void {
    if (!this.#db.isTransaction) return;
    this.#cancelCommit();
    try {
      this.#writeBuffer.flush();
      this.#writeBuffer.trim();
      const { redoLog } = this.#storage ?? {};
      if (redoLog) {
        const { end: position, durable } = redoLog;
        savePosition(this.#db, { position, durable });
      }
      this.#db.exec("commit");
      this.#storage?.afterCommit();
    } catch (error) {
      this.#options.fatal(error);
    }
  }

  /** Settles the transactions of a batch and notifies the streams, when the batch is durable. */
  #settle(batch: Batch): void {
    const settle = () => {
      if (batch.notes.length > 0) this.#options.committed?.(batch.notes);
      batch.settle(this.#meter);
      if (batch.streams.size > 0) this.#options.notify([...batch.streams]);
    };
    const { redoLog } = this.#storage ?? {};
    const record = redoLog && batch.record();
    if (!redoLog) settle();
    else if (record !== undefined) {
      redoLog.append(record, settle);
      if (!this.#cancelIdleCheck) this.#commitWhenIdle(redoLog);
    } else void (redoLog.whenDurable() ?? Promise.resolve()).then(settle);
  }

  #prepare(statement: Statement): RowStatement {
    return (this.#prepared[statement.id] ??= new RowStatement(
      prepareForReuse(this.#db, statement.textIn(SQLITE_DIALECT)),
    ));
  }

  /** A prepared statement, after the buffered rows that it could see have been written. */
  #prepareForRead(statement: Statement, values: readonly Value[]): RowStatement {
    // A write outside a transaction would be in no redo record.
    if (statement.kind !== "read") throw new Error(`"${statement.textIn(SQLITE_DIALECT)}" does not read`);
    this.#writeBuffer.flushFor(statement, values);
    return this.#prepare(statement);
  }

  readonly #reader: ReadTx = {
    all: async <R>(statement: Read<R>, ...values: Value[]) =>
      this.#prepareForRead(statement, values).all(...values) as R[],
    get: async <R>(statement: Read<R>, ...values: Value[]) =>
      this.#prepareForRead(statement, values).get(...values) as R | undefined,
    lookUp: <T>(lookup: Lookup<T>, key: Key, second?: Key) =>
      (this.#lookupCache.get(lookup, key, second) as T | undefined) ??
      loadLookup((statement, keys) => this.#prepareForRead(statement, keys), this.#lookupCache, lookup, key, second),
  };
}
