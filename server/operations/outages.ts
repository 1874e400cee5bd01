/** What the log says of a store that is away: that it is, now and then how many calls that cost, and that it is back. */
import type { Log } from "./log.ts";

/** Milliseconds between two lines about the same trouble. */
const EVERY_MS = 10_000;

export class Outages {
  readonly #log: Log;
  readonly #now_ms: () => number;
  /** Calls that failed since the last line. */
  #untold = 0;
  /** Calls that failed since the store was there. */
  #failed = 0;
  #told_ms = Number.NEGATIVE_INFINITY;
  /** The log has it that the store is away. */
  #told = false;

  constructor(log: Log, now_ms: () => number) {
    this.#log = log;
    this.#now_ms = now_ms;
  }

  /** A call failed because the store is away. */
  failed(error: unknown, trace_id: string | undefined): void {
    this.#failed += 1;
    this.#untold += 1;
    const now_ms = this.#now_ms();
    if (now_ms - this.#told_ms < EVERY_MS) return;
    this.#log.error({ err: error, trace_id, failed: this.#untold }, "the database does not answer");
    this.#untold = 0;
    this.#told_ms = now_ms;
    this.#told = true;
  }

  /** The store is there again. */
  over(): void {
    if (this.#told) this.#log.warn({ failed: this.#failed }, "the database answers again");
    this.#told = false;
    this.#failed = 0;
    this.#untold = 0;
  }
}
