/** Makes commits durable without stopping the event loop: several asynchronous syncs of SQLite's log in flight. */
import { closeSync, fdatasync } from "node:fs";

/** Syncs under way at once. A later one covers all earlier commits, so more only queue up in the kernel. */
const IN_FLIGHT = 3;

interface Waiting {
  readonly upTo: number;
  readonly done: () => void;
}

export class LogSync {
  readonly #descriptor: number | undefined;
  readonly #fatal: (error: unknown) => void;
  /** Commits made, and how many of them are known to be on disk. */
  #committed = 0;
  #durable = 0;
  #flights = 0;
  #started = 0;
  #waiting: Waiting[] = [];

  /** `descriptor` is the log's file, or `undefined` for a store in memory, which is never durable. */
  constructor(descriptor: number | undefined, fatal: (error: unknown) => void) {
    this.#descriptor = descriptor;
    this.#fatal = fatal;
  }

  /** Counts one commit and calls `done` when it is on disk. */
  sync(done: () => void): void {
    this.#committed += 1;
    if (this.#descriptor === undefined) {
      this.#durable = this.#committed;
      done();
      return;
    }
    this.#waiting.push({ upTo: this.#committed, done });
    this.#start();
  }

  /** Whether as many syncs are under way as may be. */
  get full(): boolean {
    return this.#flights >= IN_FLIGHT;
  }

  /** Called when a sync has ended. */
  onRoom = () => {};

  /** Resolves when every commit made so far is on disk. */
  settled(): Promise<void> | undefined {
    if (this.#durable === this.#committed) return undefined;
    return new Promise((done) => this.#waiting.push({ upTo: this.#committed, done }));
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }

  #start(): void {
    if (this.#flights >= IN_FLIGHT || this.#started === this.#committed) return;
    const covers = this.#committed;
    this.#started = covers;
    this.#flights += 1;
    fdatasync(this.#descriptor!, (error) => {
      this.#flights -= 1;
      // After a failed sync the kernel may have dropped the pages: no later success proves anything.
      if (error) {
        this.#fatal(error);
        return;
      }
      if (covers > this.#durable) this.#durable = covers;
      this.#release();
      this.#start();
      this.onRoom();
    });
  }

  #release(): void {
    const waiting = this.#waiting;
    let kept = 0;
    while (kept < waiting.length && waiting[kept]!.upTo <= this.#durable) kept += 1;
    if (kept === 0) return;
    this.#waiting = waiting.slice(kept);
    for (let i = 0; i < kept; i++) waiting[i]!.done();
  }
}
