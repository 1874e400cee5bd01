/** The reader processes of a store on SQLite: long reads run there, two at a time, in the order of their arrival. */
import { StoreUnavailable, type DbOptions, type ReadTx } from "../db.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { ReaderLost, ReaderTransaction, SqliteReader } from "./reader.ts";

/** Two, so that one long read does not delay all others. Each takes about 50 MB. */
const MAX_PROCESSES = 2;
/** Milliseconds that a transaction may take: the WAL cannot be truncated while a snapshot is open. */
const LIMIT_MS = 5000;
/** Milliseconds after which an idle process ends, to free its memory. */
const IDLE_MS = 60_000;
/** Transactions that may wait. Each before them ends within `LIMIT_MS`; most take some milliseconds. */
const MAX_WAITING = 100;

interface Waiting {
  readonly resolve: (reader: SqliteReader) => void;
  readonly reject: (error: Error) => void;
}

/** Wraps a read: what it does before and after. */
type AroundRead = <T>(read: () => Promise<T>) => Promise<T>;

export interface ReaderPoolOptions {
  readonly path: string;
  readonly after: DbOptions["after"];
  readonly availableAgain?: DbOptions["availableAgain"];
  readonly limit_ms?: number | undefined;
}

export class ReaderPool {
  readonly #options: ReaderPoolOptions;
  readonly #readers = new Set<SqliteReader>();
  /** Idle processes, each with a function that cancels its end. The one that became idle last is last. */
  readonly #idle = new Map<SqliteReader, () => void>();
  readonly #waiting: Waiting[] = [];
  #closed = false;
  /** Whether the last transaction failed with `StoreUnavailable`. */
  #wasUnavailable = false;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs `body` on one snapshot when a process is free. `around` wraps the time in which the snapshot is open.
   * @throws StoreUnavailable when the transaction takes too long, or too many wait
   */
  async run<T>(around: AroundRead, body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    try {
      const value = await this.#tryTwice(around, body);
      if (this.#wasUnavailable) this.#options.availableAgain?.();
      this.#wasUnavailable = false;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#wasUnavailable = true;
      throw error;
    }
  }

  /** Ends all running and waiting transactions. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    for (const cancel of this.#idle.values()) cancel();
    this.#idle.clear();
    await Promise.all(Array.from(this.#readers, (reader) => reader.kill()));
  }

  async #tryTwice<T>(around: AroundRead, body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    try {
      return await this.#transact(around, body);
    } catch (error) {
      // The process may have ended before the transaction began.
      if (!(error instanceof ReaderLost)) throw error;
      return this.#transact(around, body);
    }
  }

  async #transact<T>(around: AroundRead, body: (tx: ReadTx) => MaybePromise<T>): Promise<T> {
    const reader = await this.#acquire();
    try {
      return await around(async () => {
        const tx = new ReaderTransaction(reader);
        try {
          return await body(tx);
        } finally {
          await tx.finish();
        }
      });
    } finally {
      if (!this.#closed) this.#release(reader);
    }
  }

  #acquire(): SqliteReader | Promise<SqliteReader> {
    if (this.#closed) throw closed();
    const free = this.#findIdle();
    if (free) return free;
    if (this.#waiting.length >= MAX_WAITING) throw tooBusy();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #release(reader: SqliteReader): void {
    const cancel = this.#options.after(IDLE_MS, () => {
      this.#idle.delete(reader);
      void reader.kill();
    });
    this.#idle.set(reader, cancel);
    this.#serveWaiting();
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const free = this.#findIdle();
      if (!free) return;
      this.#waiting.shift()!.resolve(free);
    }
  }

  /** An idle process, the most recently used one first, so that the others can end; or a new one. */
  #findIdle(): SqliteReader | undefined {
    for (const [reader, cancel] of [...this.#idle].reverse()) {
      cancel();
      this.#idle.delete(reader);
      if (reader.isAlive) return reader;
    }
    return this.#readers.size < MAX_PROCESSES ? this.#start() : undefined;
  }

  #start(): SqliteReader {
    const reader = new SqliteReader(this.#options.path, this.#options.limit_ms ?? LIMIT_MS);
    this.#readers.add(reader);
    void reader.ended.then(() => {
      this.#readers.delete(reader);
      this.#serveWaiting();
    });
    return reader;
  }
}

function closed(): StoreUnavailable {
  return new StoreUnavailable("the store is closed", { cause: undefined });
}

function tooBusy(): StoreUnavailable {
  return new StoreUnavailable("too many reads take long", { cause: undefined });
}
