/** Logs outages of the database or of the store of files: the begin, the number of failed calls at intervals, and the end. */
import type { Log } from "./log.ts";

/** The interval between two lines about the same outage. */
const EVERY_MS = 10_000;

export class Outages {
  readonly #log: Log;
  readonly #what: string;
  readonly #failing: string;
  readonly #now_ms: () => number;
  /** Failed calls since the last line. */
  #unlogged = 0;
  /** Failed calls of this outage. */
  #failed = 0;
  #logged_ms = Number.NEGATIVE_INFINITY;
  /** Whether the outage has been logged. */
  #isLogged = false;

  /** @param what what is away, for the log: "the database"; `failing`: what it does, if it does not just not answer */
  constructor(log: Log, what: string, now_ms: () => number, failing = "does not answer") {
    this.#log = log;
    this.#what = what;
    this.#failing = failing;
    this.#now_ms = now_ms;
  }

  /** Whether it has been logged, and is not over. */
  get isOpen(): boolean {
    return this.#isLogged;
  }

  /** Counts a call that failed because of the outage. */
  failed(error: unknown, trace_id: string | undefined): void {
    this.#failed += 1;
    this.#unlogged += 1;
    const now_ms = this.#now_ms();
    if (now_ms - this.#logged_ms < EVERY_MS) return;
    this.#log.error({ err: error, trace_id, failed: this.#unlogged }, `${this.#what} ${this.#failing}`);
    this.#unlogged = 0;
    this.#logged_ms = now_ms;
    this.#isLogged = true;
  }

  /** Ends the outage. */
  over(): void {
    if (this.#isLogged) this.#log.warn({ failed: this.#failed }, `${this.#what} answers again`);
    this.#isLogged = false;
    this.#failed = 0;
    this.#unlogged = 0;
  }
}
