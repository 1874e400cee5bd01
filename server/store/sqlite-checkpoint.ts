/** Keeps SQLite's log short: moves it into the database file on another thread, and has it begin anew. */
import { Worker } from "node:worker_threads";
import type { Awaitable, DbOptions } from "./db.ts";

const MB = 1024 * 1024;

/** Bytes of the log at which something is done about it. */
export interface LogBounds {
  /** From here on it is moved into the database file. */
  readonly begin_bytes: number;
  /** From here on writers wait for the checkpoint that is under way. */
  readonly hold_bytes: number;
  /** What the log is not to exceed: somebody is told. */
  readonly limit_bytes: number;
}

/**
 * It begins late, because a page changed twice in between is written once. What one commit adds must still fit between the
 * second bound and the third.
 */
const BOUNDS: LogBounds = { begin_bytes: 32 * MB, hold_bytes: 96 * MB, limit_bytes: 128 * MB };
/** Pages left over by a checkpoint that may be finished while writers wait (about 1 ms for a thousand). */
const PAUSE_PAGES = 4_000;
/** Milliseconds after which a checkpoint that did not come to its end is tried again. */
const AGAIN_MS = 1000;
/** Milliseconds that a checkpoint waits for reads of this service: each ends earlier, or is ended. */
const READS_MS = 6000;

/** What one checkpoint did. */
export interface CheckpointResult {
  /** Whether something kept it from its end: a reader, or a checkpoint of another process. */
  readonly busy: boolean;
  /** Pages in the log, and how many of them the database file now has. */
  readonly log: number;
  readonly moved: number;
}

/** `passive` disturbs nobody. `truncate` empties the log as well; nobody may write meanwhile. */
export type CheckpointMode = "passive" | "truncate";

export interface CheckpointOptions extends Pick<DbOptions, "after" | "fatal" | "logTooLong"> {
  /** The database file. */
  readonly path: string;
  /** Bytes of its log. */
  readonly logBytes: () => number;
  /** Ends the transaction that is open, in a moment when no work is under way. */
  readonly commit: () => Promise<void>;
  /** Given by tests, which have less to write. */
  readonly bounds?: LogBounds | undefined;
}

/**
 * SQLite writes its log from the beginning again when a transaction begins with the whole log moved and nobody reading it.
 * Under steady writing that moment does not come by itself: the next transaction has begun before the last one was moved.
 * So writers are held, for the last few pages. The log is cut to nothing then: its size tells how much has been written
 * since, and a log that was long once is short again.
 */
export class Checkpointer {
  readonly #options: CheckpointOptions;
  readonly #bounds: LogBounds;
  #worker: Worker | undefined;
  /** Told when the worker fails: whoever waits for it, or else the process. */
  #failed: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #cancelAgain = () => {};
  #closed = false;
  /** Whether the last checkpoint met a reader that it could not wait for. */
  #isBlocked = false;
  /** Bytes at which somebody is told next. */
  #tellAt: number;
  #reads = 0;
  #onReadsOver = () => {};
  /** Set while reads may not begin. */
  #gate: Pause | undefined;
  #hold: Pause | undefined;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#bounds = options.bounds ?? BOUNDS;
    this.#tellAt = this.#bounds.limit_bytes;
    this.#failed = options.fatal;
  }

  /** Set while writers must wait. */
  get pause(): Promise<void> | undefined {
    return this.#hold?.over;
  }

  /** Looks at the log after a commit. */
  committed(): void {
    const bytes = this.#options.logBytes();
    if (this.#running) {
      // Writers who are faster than the disk would otherwise outrun the checkpoint. Held by a reader, it gains nothing by waiting.
      if (bytes >= this.#bounds.hold_bytes && !this.#isBlocked) this.#hold ??= new Pause();
    } else if (!this.#isBlocked) this.look();
    this.#tell(bytes);
  }

  /** Starts a checkpoint if the log is long enough. */
  look(): void {
    this.#cancelAgain();
    if (this.#running || this.#closed) return;
    if (this.#options.logBytes() < this.#bounds.begin_bytes) this.#isBlocked = false;
    else this.#running = this.#run();
  }

  /** Looks later: a start does not wait for what a kill has left. */
  lookLater(): void {
    this.#cancelAgain = this.#options.after(AGAIN_MS, () => this.look());
  }

  /** Runs work that reads by another connection. It begins when the log need not begin anew, and ends within `READS_MS`. */
  async whileReading<T>(work: () => Awaitable<T>): Promise<T> {
    while (this.#gate) await this.#gate.over;
    this.#reads += 1;
    try {
      return await work();
    } finally {
      this.#reads -= 1;
      if (this.#reads === 0) this.#onReadsOver();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelAgain();
    await this.#running;
    await this.#worker?.terminate();
  }

  async #run(): Promise<void> {
    try {
      this.#isBlocked = !(await this.#checkpoint());
    } catch (error) {
      this.#options.fatal(error);
    } finally {
      this.#hold?.end();
      this.#gate?.end();
      this.#hold = this.#gate = this.#running = undefined;
    }
    if (this.#isBlocked && !this.#closed) this.lookLater();
    else this.#tellAt = this.#bounds.limit_bytes;
  }

  /** @returns whether the log is empty */
  async #checkpoint(): Promise<boolean> {
    let isMoved = await this.#moveMost();
    if (this.#reads > 0) {
      this.#gate = new Pause();
      await this.#readsOver();
      isMoved = this.#reads === 0 && (await this.#moveMost());
    }
    if (!isMoved) return false;
    this.#gate ??= new Pause();
    this.#hold ??= new Pause();
    await this.#options.commit();
    return !(await this.#ask("truncate")).busy;
  }

  /** Moves the log until little is left. @returns `false` if a reader keeps much of it where it is */
  async #moveMost(): Promise<boolean> {
    for (let before = -1; ;) {
      const { log, moved } = await this.#ask("passive");
      if (log - moved <= PAUSE_PAGES) return true;
      if (moved <= before) return false;
      before = moved;
    }
  }

  /** Waits until all reads have ended that this service has begun. */
  #readsOver(): Promise<void> {
    if (this.#reads === 0) return Promise.resolve();
    return new Promise((done) => {
      const cancel = this.#options.after(READS_MS, done);
      this.#onReadsOver = () => {
        cancel();
        this.#onReadsOver = () => {};
        done();
      };
    });
  }

  #tell(bytes: number): void {
    if (bytes < this.#tellAt) return;
    this.#tellAt = 2 * bytes;
    this.#options.logTooLong?.(bytes);
  }

  #ask(mode: CheckpointMode): Promise<CheckpointResult> {
    return new Promise((resolve, reject) => {
      const worker = this.#start();
      this.#failed = reject;
      worker.once("message", (result: CheckpointResult) => {
        this.#failed = this.#options.fatal;
        resolve(result);
      });
      worker.postMessage(mode);
    });
  }

  #start(): Worker {
    if (!this.#worker) {
      const script = new URL("./sqlite-checkpoint-worker.ts", import.meta.url);
      this.#worker = new Worker(script, { workerData: this.#options.path });
      this.#worker.unref();
      this.#worker.on("error", (error) => this.#failed(error));
    }
    return this.#worker;
  }
}

/** Something that others wait for the end of. */
class Pause {
  readonly #resolvers = Promise.withResolvers<void>();
  readonly over = this.#resolvers.promise;

  end(): void {
    this.#resolvers.resolve();
  }
}
