/** The time of day that the nodes of a database share: that of the database. A node's own clock may be days off. */
import type { Clock } from "./clock.ts";

/**
 * Time that is stored by one node and compared by another must come from one clock. This one is set by each heartbeat
 * and carried on by the node's monotonic clock. Until it is set first, it is the node's own.
 */
export class SharedTime implements Pick<Clock, "now" | "elapsed"> {
  readonly #clock: Clock;
  /** How far the time of day is ahead of the monotonic clock. */
  #ahead_ms: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#ahead_ms === undefined ? this.#clock.now() : Math.round(this.#clock.elapsed() + this.#ahead_ms);
  }

  elapsed(): number {
    return this.#clock.elapsed();
  }

  /**
   * Takes the time of the database, which it had at some moment between the two times of the monotonic clock. An answer
   * that took long tells little: what was known is corrected no further than the answer proves it wrong.
   */
  set(now_ms: number, began_ms: number, ended_ms: number): void {
    const [least_ms, most_ms] = [now_ms - ended_ms, now_ms - began_ms];
    this.#ahead_ms = Math.min(most_ms, Math.max(least_ms, this.#ahead_ms ?? (least_ms + most_ms) / 2));
  }
}
