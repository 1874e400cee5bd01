/** Keeps the WAL short: checkpoints it on another thread, and truncates it. */
import { Worker } from "node:worker_threads";
import type { DbOptions } from "../db.ts";

const MB = 1024 * 1024;

/** Bytes of the WAL at which the checkpointer acts. */
export interface WalBounds {
  /** A checkpoint begins. */
  readonly begin_bytes: number;
  /** Writers wait for the running checkpoint. */
  readonly hold_bytes: number;
  /** The WAL should not exceed this: a warning is given. */
  readonly limit_bytes: number;
}

/**
 * A checkpoint begins late, because a page that changes twice in between is written once. One commit must fit between
 * the second bound and the third.
 */
const BOUNDS: WalBounds = { begin_bytes: 32 * MB, hold_bytes: 96 * MB, limit_bytes: 128 * MB };
/** Pages that may be checkpointed while writers wait (about 1 ms for a thousand). */
const MAX_PAUSED_PAGES = 4_000;
/** Milliseconds after which an incomplete checkpoint is tried again. */
const RETRY_MS = 1000;
/** Milliseconds that a checkpoint waits for reads of this service, which end or are killed earlier. */
const MAX_READS_MS = 6000;

/** The result of one checkpoint. */
export interface CheckpointResult {
  /** Whether a reader or another checkpoint prevented its completion. */
  readonly busy: boolean;
  /** Pages in the WAL, and how many of them are in the database file now. */
  readonly log: number;
  readonly moved: number;
}

/** `passive` blocks no one. `truncate` empties the WAL as well; writers must be paused. */
export type CheckpointMode = "passive" | "truncate";

export interface CheckpointOptions extends Pick<DbOptions, "after" | "fatal" | "walTooLong" | "meter"> {
  /** The database file. */
  readonly path: string;
  /** Bytes of its WAL. */
  readonly walBytes: () => number;
  /** Commits the open transaction between two batches. */
  readonly commit: () => Promise<void>;
  /** Set by tests, which write less. */
  readonly bounds?: WalBounds | undefined;
}

/**
 * SQLite reuses its WAL from the beginning only when a transaction begins while the whole WAL is checkpointed and
 * nobody reads it. Under steady writing that moment does not come by itself. So writers are paused for the last few
 * pages, and the WAL is truncated: its size then tells how much has been written since.
 */
export class Checkpointer {
  readonly #options: CheckpointOptions;
  readonly #bounds: WalBounds;
  #worker: Worker | undefined;
  /** Called when the worker fails: rejects the running request, or ends the process. */
  #failed: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #cancelRetry = () => {};
  #isClosed = false;
  /** Whether a reader in another process prevented the last checkpoint. */
  #isBlocked = false;
  /** Bytes at which the next warning is given. */
  #warnAt: number;
  #reads = 0;
  #onReadsOver = () => {};
  /** Set while reads may not begin. */
  #readPause: Pause | undefined;
  #writePause: Pause | undefined;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#bounds = options.bounds ?? BOUNDS;
    this.#warnAt = this.#bounds.limit_bytes;
    this.#failed = options.fatal;
  }

  /** Set while writers must wait. */
  get pause(): Promise<void> | undefined {
    return this.#writePause?.over;
  }

  /** Checks the size of the WAL after a commit. */
  afterCommit(): void {
    const bytes = this.#options.walBytes();
    if (this.#running) {
      // Writers that are faster than the disk would outrun the checkpoint. If a reader blocks it, waiting gains nothing.
      if (bytes >= this.#bounds.hold_bytes && !this.#isBlocked) this.#writePause ??= new Pause();
    } else if (!this.#isBlocked) this.startIfDue();
    this.#warn(bytes);
  }

  /** Starts a checkpoint if the WAL is long enough. */
  startIfDue(): void {
    this.#cancelRetry();
    if (this.#running || this.#isClosed) return;
    if (this.#options.walBytes() < this.#bounds.begin_bytes) this.#isBlocked = false;
    else this.#running = this.#run();
  }

  /** The same after a while: a start does not wait for the WAL that a kill has left. */
  startLater(): void {
    this.#cancelRetry = this.#options.after(RETRY_MS, () => this.startIfDue());
  }

  /** Runs a read on another connection. It waits while the WAL is being truncated, and ends within `MAX_READS_MS`. */
  async whileReading<T>(body: () => Promise<T>): Promise<T> {
    while (this.#readPause) await this.#readPause.over;
    this.#reads += 1;
    try {
      return await body();
    } finally {
      this.#reads -= 1;
      if (this.#reads === 0) this.#onReadsOver();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRetry();
    await this.#running;
    await this.#worker?.terminate();
  }

  async #run(): Promise<void> {
    const begun_ms = performance.now();
    try {
      this.#isBlocked = !(await this.#checkpoint());
      this.#count(performance.now() - begun_ms);
    } catch (error) {
      this.#options.fatal(error);
    } finally {
      this.#writePause?.end();
      this.#readPause?.end();
      this.#writePause = this.#readPause = this.#running = undefined;
    }
    if (this.#isBlocked && !this.#isClosed) this.startLater();
    else this.#warnAt = this.#bounds.limit_bytes;
  }

  #count(took_ms: number): void {
    const { meter } = this.#options;
    if (!meter) return;
    meter.checkpoints[this.#isBlocked ? "blocked" : "complete"] += 1;
    meter.checkpoint_ms += took_ms;
  }

  /** @returns whether the WAL is empty */
  async #checkpoint(): Promise<boolean> {
    let isMoved = await this.#moveMost();
    if (this.#reads > 0) {
      this.#readPause = new Pause();
      await this.#readsOver();
      isMoved = this.#reads === 0 && (await this.#moveMost());
    }
    if (!isMoved) return false;
    this.#readPause ??= new Pause();
    this.#writePause ??= new Pause();
    await this.#options.commit();
    return !(await this.#request("truncate")).busy;
  }

  /** Checkpoints until little is left. @returns `false` if a reader prevents it */
  async #moveMost(): Promise<boolean> {
    for (let before = -1; ;) {
      const { log, moved } = await this.#request("passive");
      if (log - moved <= MAX_PAUSED_PAGES) return true;
      if (moved <= before) return false;
      before = moved;
    }
  }

  /** Waits until all reads of this service have ended. */
  #readsOver(): Promise<void> {
    if (this.#reads === 0) return Promise.resolve();
    return new Promise((done) => {
      const cancel = this.#options.after(MAX_READS_MS, done);
      this.#onReadsOver = () => {
        cancel();
        this.#onReadsOver = () => {};
        done();
      };
    });
  }

  #warn(bytes: number): void {
    if (bytes < this.#warnAt) return;
    this.#warnAt = 2 * bytes;
    this.#options.walTooLong?.(bytes);
  }

  #request(mode: CheckpointMode): Promise<CheckpointResult> {
    return new Promise((resolve, reject) => {
      const worker = this.#startWorker();
      this.#failed = reject;
      worker.once("message", (result: CheckpointResult) => {
        this.#failed = this.#options.fatal;
        resolve(result);
      });
      worker.postMessage(mode);
    });
  }

  #startWorker(): Worker {
    if (!this.#worker) {
      const script = new URL("./checkpoint-worker.ts", import.meta.url);
      this.#worker = new Worker(script, { workerData: this.#options.path });
      this.#worker.unref();
      this.#worker.on("error", (error) => this.#failed(error));
    }
    return this.#worker;
  }
}

/** A pause whose end can be awaited. */
class Pause {
  readonly #resolvers = Promise.withResolvers<void>();
  readonly over = this.#resolvers.promise;

  end(): void {
    this.#resolvers.resolve();
  }
}
