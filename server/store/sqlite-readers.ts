/** The reading processes of a store on SQLite: works that take long run there, a few at a time, in the order they came. */
import { StoreUnavailable, type Awaitable, type DbOptions, type ReadTx } from "./db.ts";
import { ReaderLost, ReaderTx, SqliteReader } from "./sqlite-reader.ts";

/** Two, so that a long work does not keep all others waiting; each takes about 50 MB while it runs. */
const PROCESSES = 2;
/** Milliseconds that a work may take: SQLite's log cannot start anew while a snapshot is open. */
const LIMIT_MS = 5000;
/** An idle process is let go after this many milliseconds, for its memory. */
const IDLE_MS = 60_000;
/** Works that may wait: each of those before them ends within `LIMIT_MS`, and most take some milliseconds. */
const MOST_WAITING = 100;

interface Waiting {
  readonly resolve: (reader: SqliteReader) => void;
  readonly reject: (error: Error) => void;
}

/** Does something before a read and after it. */
type Around = <T>(read: () => Promise<T>) => Promise<T>;

export interface ReadersOptions {
  readonly path: string;
  readonly after: DbOptions["after"];
  readonly back?: DbOptions["back"];
  readonly limit_ms?: number | undefined;
}

export class SqliteReaders {
  readonly #options: ReadersOptions;
  readonly #readers = new Set<SqliteReader>();
  /** Those without a work, and what calls off their end; the one that stopped last comes last. */
  readonly #idle = new Map<SqliteReader, () => void>();
  readonly #waiting: Waiting[] = [];
  #closed = false;
  /** The last work was told that the store is not available. */
  #away = false;

  constructor(options: ReadersOptions) {
    this.#options = options;
  }

  /**
   * Runs `work` on one snapshot, when it is its turn. `around` is given what takes the snapshot, and lets go of it.
   * @throws StoreUnavailable when the work takes too long, or too many wait
   */
  async run<T>(around: Around, work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    try {
      const value = await this.#tryTwice(around, work);
      if (this.#away) this.#options.back?.();
      this.#away = false;
      return value;
    } catch (error) {
      if (error instanceof StoreUnavailable) this.#away = true;
      throw error;
    }
  }

  /** Ends all works that are under way or wait. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    for (const cancel of this.#idle.values()) cancel();
    this.#idle.clear();
    await Promise.all(Array.from(this.#readers, (reader) => reader.kill()));
  }

  async #tryTwice<T>(around: Around, work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    try {
      return await this.#perform(around, work);
    } catch (error) {
      // It may have ended before the work began.
      if (!(error instanceof ReaderLost)) throw error;
      return this.#perform(around, work);
    }
  }

  async #perform<T>(around: Around, work: (tx: ReadTx) => Awaitable<T>): Promise<T> {
    const reader = await this.#take();
    try {
      return await around(async () => {
        const tx = new ReaderTx(reader);
        try {
          return await work(tx);
        } finally {
          await tx.finish();
        }
      });
    } finally {
      if (!this.#closed) this.#give(reader);
    }
  }

  #take(): Awaitable<SqliteReader> {
    if (this.#closed) throw closed();
    const free = this.#free();
    if (free) return free;
    if (this.#waiting.length >= MOST_WAITING) throw tooBusy();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #give(reader: SqliteReader): void {
    const cancel = this.#options.after(IDLE_MS, () => {
      this.#idle.delete(reader);
      void reader.kill();
    });
    this.#idle.set(reader, cancel);
    this.#next();
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const free = this.#free();
      if (!free) return;
      this.#waiting.shift()!.resolve(free);
    }
  }

  /** A process without a work: of those there are, the one that stopped last, so that the others can be let go. */
  #free(): SqliteReader | undefined {
    for (const [reader, cancel] of [...this.#idle].reverse()) {
      cancel();
      this.#idle.delete(reader);
      if (reader.isAlive) return reader;
    }
    return this.#readers.size < PROCESSES ? this.#start() : undefined;
  }

  #start(): SqliteReader {
    const reader = new SqliteReader(this.#options.path, this.#options.limit_ms ?? LIMIT_MS);
    this.#readers.add(reader);
    void reader.ended.then(() => {
      this.#readers.delete(reader);
      this.#next();
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
