/** The clock of expiry: setting the system clock forward does not expire anything early (behaviour.md §6). */
import type { Clock } from "./clock.ts";

/** A clock that was set forward is trusted after this much running time, which is the lifetime of updates. */
const TRUST_AFTER_MS = 24 * 60 * 60_000;
/** The precision of readings, so that the small adjustments of NTP do not create new readings. */
const PRECISION_MS = 1000;

/** How far the clock was ahead of running time, and the running time at which this was last observed. */
type Reading = readonly [ran_ms: number, ahead_ms: number];

/** Its `now` is the time of day, of the node or shared by all nodes. */
type TimeSource = Pick<Clock, "now" | "elapsed">;

/** The state that is saved across restarts. */
export interface SavedReadings {
  /** Milliseconds that the service has run in all. */
  readonly ran_ms: number;
  readonly readings: readonly Reading[];
}

/**
 * Its time is the running time plus the smallest lead of the system clock over the running time within the last day of
 * running time. So nothing is older than a day until the service has run for a day since. After a jump of the clock, a
 * suspended machine or a long stop, the system clock is trusted a day later.
 */
export class RetentionClock {
  readonly #clock: TimeSource;
  #zero_ms: number;
  /** In ascending order of both time and lead; other readings can never become the smallest. */
  #readings: Reading[] = [];

  constructor(clock: TimeSource) {
    this.#clock = clock;
    this.#zero_ms = clock.elapsed();
  }

  /** Continues from the saved state of the previous run. */
  restore({ ran_ms, readings }: SavedReadings): void {
    this.#zero_ms = this.#clock.elapsed() - ran_ms;
    this.#readings = [...readings];
  }

  save(): SavedReadings {
    return { ran_ms: this.#record(), readings: this.#readings };
  }

  /** The time of the system clock, which is recorded as a reading. Timestamps of stored data come from here. */
  read(): number {
    this.#record();
    return this.#clock.now();
  }

  /** Milliseconds since the Unix epoch, as far as the clock is trusted. Expiry is decided by this time. */
  now(): number {
    const ran_ms = this.#record();
    return ran_ms + this.#readings[0]![1];
  }

  /** Records a reading. @returns how long the service has run */
  #record(): number {
    const ran_ms = this.#clock.elapsed() - this.#zero_ms;
    const ahead_ms = Math.floor((this.#clock.now() - ran_ms) / PRECISION_MS) * PRECISION_MS;
    const readings = this.#readings;
    while (readings.length > 0 && readings.at(-1)![1] >= ahead_ms) readings.pop();
    readings.push([ran_ms, ahead_ms]);
    while (readings[0]![0] < ran_ms - TRUST_AFTER_MS) readings.shift();
    return ran_ms;
  }
}
