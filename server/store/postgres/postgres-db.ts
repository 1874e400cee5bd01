/** `Db` on PostgreSQL: connection pools, batches, and retries of transactions that may succeed. */
import type pg from "pg";
import { StoreUnavailable, type Db, type ReadTx, type Tx } from "../db.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { lock, lockRows, numbers } from "../statement.ts";
import { StoreMeter } from "../store-meter.ts";
import { DedicatedKinds } from "./dedicated-kinds.ts";
import type { Batch } from "./batch.ts";
import { BatchScheduler } from "./batch-scheduler.ts";
import { readColumnTypes, type ColumnTypes } from "./column-types.ts";
import { ConnectionBroken, ConnectionPool, type InstanceLockHandle } from "./connection-pool.ts";
import { hasNoAnswer, isBusy, isConflict } from "./errors.ts";
import { LookupLoader } from "./lookup-loader.ts";
import { batchConfig, boundedConfig, unboundedConfig, type PostgresOptions } from "./options.ts";
import { DedicatedTransaction } from "./dedicated-transaction.ts";
import { ReadTransaction } from "./read-transaction.ts";
import { runPipeline } from "./pipeline.ts";
import { RowCache } from "./row-cache.ts";
import { ReadAgain, RunDedicated } from "./run-again.ts";
import { BatchedTransaction, type BatchedContext } from "./batched-transaction.ts";
import { COMMIT } from "./statements.ts";

/** Connections of the reader pool, so that long reads take none from other calls. */
const READER_CONNECTIONS = 2;
/** The part of the connections that batches have. The others may wait for locks, and batches must not wait for them. */
const BATCH_SHARE = 0.4;

const MAX_ATTEMPTS = 4;
/** Milliseconds between two attempts to find out about a commit in doubt. */
const DECISION_RETRY_MS = 1000;

const LOCK_STREAMS = lock("stream")`select id from stream where id in ${numbers} order by id${lockRows}`;

/** Opens the database, whose instance lock this process has. `unbounded`: statements have no time limit. */
export function openPostgres(options: PostgresOptions, instanceLock: InstanceLockHandle, unbounded = false): Db {
  const config = unbounded ? unboundedConfig(options) : boundedConfig(options);
  return new PostgresDb(options, instanceLock, config);
}

class PostgresDb implements Db {
  readonly beat: Db["beat"];
  readonly #options: PostgresOptions;
  readonly #meter: StoreMeter;
  readonly #instanceLock: InstanceLockHandle;
  /** For batches and the reads before them. */
  readonly #batchPool: ConnectionPool;
  /** For reads and dedicated transactions. */
  readonly #pool: ConnectionPool;
  readonly #readerPool: ConnectionPool;
  readonly #scheduler: BatchScheduler;
  readonly #context: BatchedContext;
  readonly #dedicatedKinds = new DedicatedKinds();
  readonly #cache = new RowCache();
  #columnTypes: Promise<ColumnTypes> | undefined;
  /** Whether the last transaction failed with `StoreUnavailable`. */
  #wasUnavailable = false;
  #isClosed = false;

  constructor(options: PostgresOptions, instanceLock: InstanceLockHandle, config: pg.ClientConfig) {
    this.#options = options;
    this.#meter = options.meter ?? new StoreMeter();
    this.#instanceLock = instanceLock;
    if (instanceLock.beat) this.beat = (node_id) => instanceLock.beat!(node_id);
    const { connections } = options.limits;
    const batches = Math.max(1, Math.floor(connections * BATCH_SHARE));
    const clearCache = () => this.#cache.clear();
    this.#batchPool = new ConnectionPool(options, instanceLock, batchConfig(config), batches, clearCache);
    this.#pool = new ConnectionPool(options, instanceLock, config, Math.max(1, connections - batches));
    this.#readerPool = new ConnectionPool(options, instanceLock, config, READER_CONNECTIONS);
    const pools = { batches: this.#batchPool, calls: this.#pool, long_reads: this.#readerPool };
    for (const [name, pool] of Object.entries(pools)) this.#meter.pools.set(name, () => pool.figures);
    this.#scheduler = new BatchScheduler({
      pool: this.#batchPool,
      waitingPool: this.#pool,
      batches: Math.max(1, batches - 1),
      columnTypes: (client) => this.#typesOf(client),
      now_s: this.#now_s,
      cache: this.#cache,
      committed: options.committed,
      after: options.after,
      onEnd: (batch, error) => this.#onBatchEnd(batch, error),
    });
    this.#context = {
      loader: new LookupLoader(this.#batchPool, options.after).requests,
      lock: (tx, lookup, keys) => this.#scheduler.lock(tx, lookup, keys),
      finish: (tx) => this.#scheduler.finish(tx),
    };
  }

  read<T>(body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    this.#meter.reads += 1;
    return this.#withRetries(() => this.#read(this.#pool, body));
  }

  readInPool<T>(body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    this.#meter.long_reads += 1;
    return this.#withRetries(() => this.#read(this.#readerPool, body));
  }

  write<T>(body: (tx: Tx) => MaybePromise<T>, kind = ""): Promise<T> {
    let isDedicated = kind !== "" && this.#dedicatedKinds.isDedicated(kind);
    let usesCache = true;
    const asked_ms = performance.now();
    this.#meter.writes += 1;
    const written = this.#withRetries(async () => {
      if (isDedicated) return this.#writeDedicated(body);
      try {
        const value = await this.#writeBatched(body, kind, usesCache);
        if (kind !== "") this.#dedicatedKinds.note(kind, true);
        return value;
      } catch (error) {
        // Whatever goes wrong, others in the same batch are not to fail again.
        if (error instanceof ReadAgain && usesCache) usesCache = false;
        else isDedicated = true;
        throw error;
      }
    });
    const count = (outcome: "committed" | "failed") => this.#meter.onWrite(performance.now() - asked_ms, outcome);
    written.then(
      () => count("committed"),
      () => count("failed"),
    );
    return written;
  }

  size(): Promise<number> {
    return this.#withRetries(() => this.#read(this.#pool, (tx) => tx.size()));
  }

  /** PostgreSQL manages its own WAL. */
  walBytes(): number {
    return 0;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#batchPool, this.#pool, this.#readerPool].map((each) => each.close()));
    await this.#instanceLock.close();
  }

  readonly #now_s = () => Math.floor(this.#options.now_ms() / 1000);

  #typesOf(client: pg.ClientBase): Promise<ColumnTypes> {
    this.#columnTypes ??= readColumnTypes(client).catch((error: unknown) => {
      this.#columnTypes = undefined;
      throw error;
    });
    return this.#columnTypes;
  }

  /** Retries a transaction that met a conflict, or whose connection broke before its commit. */
  async #withRetries<T>(body: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await body();
        if (this.#wasUnavailable) this.#options.availableAgain?.();
        this.#wasUnavailable = false;
        return value;
      } catch (error) {
        if (isOfOthers(error)) this.#meter.conflicts += 1;
        if (attempt < MAX_ATTEMPTS && mayRetry(error)) {
          this.#meter.retries += 1;
          if (error instanceof ReadAgain) attempt -= 1;
          continue;
        }
        if (error instanceof StoreUnavailable) this.#wasUnavailable = true;
        throw error;
      }
    }
  }

  async #read<T>(pool: ConnectionPool, body: (tx: ReadTransaction) => MaybePromise<T>): Promise<T> {
    const client = await pool.connect();
    const tx = new ReadTransaction(client);
    try {
      const value = await Promise.try(body, tx).finally(() => tx.end());
      if (!tx.hasBegun) client.release();
      // Everything that it saw was committed, so nobody waits for the end.
      else
        void runPipeline(client, [COMMIT]).then(
          () => client.release(),
          (error: Error) => client.release(error),
        );
      return value;
    } catch (error) {
      return await this.#fail(pool, client, error, tx.hasBegun, false);
    }
  }

  #writeBatched<T>(body: (tx: Tx) => MaybePromise<T>, kind: string, usesCache: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const tx = new BatchedTransaction(this.#context, usesCache, (error) => {
        if (kind !== "" && error instanceof RunDedicated && error.cause === undefined)
          this.#dedicatedKinds.note(kind, false);
        reject(error);
      });
      Promise.try(body, tx as Tx).then(
        (value) => {
          if (!tx.hasEnded) tx.commit().then(() => resolve(value), reject);
        },
        (error: unknown) => {
          if (!tx.hasEnded) tx.rollBack().then(() => reject(error), reject);
        },
      );
    });
  }

  async #writeDedicated<T>(body: (tx: Tx) => MaybePromise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const tx = new DedicatedTransaction({ client, columnTypes: () => this.#typesOf(client), now_s: this.#now_s });
    let isCommitting = false;
    const moved = () => [...new Set(tx.events.map((event) => event.stream))];
    try {
      const value = await body(tx);
      await tx.commit(() => (isCommitting = true));
      client.release();
      for (const chat of tx.chats) this.#cache.forget(chat);
      if (tx.notes.length > 0) this.#options.committed?.(tx.notes);
      if (tx.events.length > 0) this.#options.notify(moved());
      return value;
    } catch (error) {
      const told = this.#fail(this.#pool, client, error, tx.hasBegun, isCommitting);
      return await told.catch((reason: unknown) => {
        if (reason instanceof StoreUnavailable && reason.in_doubt && tx.events.length > 0)
          this.#notifyWhenDecided(moved());
        throw reason;
      });
    }
  }

  /** Ends a transaction that has failed. @throws the error that its caller gets */
  async #fail(
    pool: ConnectionPool,
    client: pg.PoolClient,
    error: unknown,
    hasBegun: boolean,
    isCommitting: boolean,
  ): Promise<never> {
    const broken = pool.breakOf(client, error);
    if (broken) {
      client.release(broken);
      throw new ConnectionBroken("the connection broke", { in_doubt: isCommitting, cause: error });
    }
    if (hasBegun) await pool.rollBack(client);
    else client.release();
    if (isBusy(error)) throw new StoreUnavailable("the database is too busy", { cause: error });
    throw error;
  }

  #onBatchEnd(batch: Batch, error: Error | undefined): void {
    const { streams } = batch.changes;
    if (streams.size === 0) return;
    if (!error) this.#options.notify([...streams]);
    else if (error instanceof StoreUnavailable && error.in_doubt) this.#notifyWhenDecided([...streams]);
  }

  /**
   * A commit in doubt holds the locks of its streams until the server has decided it. Locks them again, and then
   * notifies the waiters of these streams as if the commit had succeeded.
   */
  #notifyWhenDecided(streams: readonly number[]): void {
    const over = this.#withRetries(() =>
      this.#writeDedicated(async (tx) => void (await tx.all(LOCK_STREAMS, JSON.stringify(streams)))),
    );
    over.then(
      () => this.#options.notify(streams),
      () => {
        if (!this.#isClosed) this.#options.after(DECISION_RETRY_MS, () => this.#notifyWhenDecided(streams));
      },
    );
  }
}

/** Whether another transaction has caused the error: both have changed the same, or a cached value was changed. */
function isOfOthers(error: unknown): boolean {
  return error instanceof ReadAgain || isConflict(error) || isConflict((error as Error).cause ?? {});
}

/** A transaction without a response in time is not retried: another attempt would take as long again. */
function mayRetry(error: unknown): boolean {
  if (error instanceof RunDedicated || error instanceof ReadAgain || isConflict(error)) return true;
  return error instanceof ConnectionBroken && !error.in_doubt && !hasNoAnswer(error.cause);
}
