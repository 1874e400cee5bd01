/** Moves SQLite's log into the database file on another thread, so that no request waits for it. */
import { Worker } from "node:worker_threads";

/** Works between two checkpoints: large, because a page changed twice in between is written once. */
const WORKS_BETWEEN = 16_000;
/** Pages left over by a checkpoint that may be finished while writes wait (about 1 ms for a thousand). */
const PAUSE_PAGES = 4_000;

/** What one checkpoint did: pages in the log, and how many of them the database file now has. */
export interface CheckpointResult {
  readonly log: number;
  readonly moved: number;
}

export class Checkpointer {
  readonly #path: string;
  readonly #fatal: (error: unknown) => void;
  readonly #commit: () => void;
  #worker: Worker | undefined;
  #works = 0;
  /** Told when the worker fails: whoever waits for it, or else the process. */
  #failed: (error: unknown) => void;
  #running: Promise<void> | undefined;
  /** Set while writes must wait, so that the log can be moved to its end and started anew. */
  pause: Promise<void> | undefined;

  /** `commit` ends the transaction that is open, so that the log can be moved to its end. */
  constructor(path: string, fatal: (error: unknown) => void, commit: () => void) {
    this.#path = path;
    this.#commit = commit;
    this.#fatal = fatal;
    this.#failed = fatal;
  }

  /** Counts the works of a commit; starts a checkpoint when enough have come together. */
  committed(works: number): void {
    this.#works += works;
    if (this.#works < WORKS_BETWEEN || this.#running) return;
    this.#works = 0;
    this.#running = this.#checkpoint()
      .catch(this.#fatal)
      .finally(() => (this.#running = undefined));
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#worker?.terminate();
  }

  async #checkpoint(): Promise<void> {
    for (let before = -1; ;) {
      const { log, moved } = await this.#ask();
      if (log === moved) return;
      if (log - moved <= PAUSE_PAGES) break;
      // A reader in another process holds the log: nothing is gained by asking again before more has come together.
      if (moved <= before) return;
      before = moved;
    }
    // Under steady writing the end of the log runs ahead for ever: hold the writers for the last short piece.
    let resume = () => {};
    this.pause = new Promise((done) => (resume = done));
    try {
      this.#commit();
      await this.#ask();
    } finally {
      this.pause = undefined;
      resume();
    }
  }

  #ask(): Promise<CheckpointResult> {
    return new Promise((resolve, reject) => {
      const worker = this.#start();
      this.#failed = reject;
      worker.once("message", (result: CheckpointResult) => {
        this.#failed = this.#fatal;
        resolve(result);
      });
      worker.postMessage("checkpoint");
    });
  }

  #start(): Worker {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./sqlite-checkpoint-worker.ts", import.meta.url), { workerData: this.#path });
      this.#worker.unref();
      this.#worker.on("error", (error) => this.#failed(error));
    }
    return this.#worker;
  }
}
