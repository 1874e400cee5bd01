/** The time that clean-up goes by: what is set on the machine's clock makes nothing older than it is (behaviour.md §6). */
import type { Clock } from "./clock.ts";

/** A clock that was set forward is believed when this much running time has passed. As long as updates are kept. */
const DOUBT_MS = 24 * 60 * 60_000;
/** Readings are kept to this much: a clock that is adjusted a little all the time makes no new one of each. */
const GRAIN_MS = 1000;

/** How far the clock was ahead of running time, and when it was last seen there, in running time. */
type Reading = readonly [ran_ms: number, ahead_ms: number];

/** What outlives a stop of the service. */
export interface SavedReadings {
  /** Milliseconds that the service has run in all. */
  readonly ran_ms: number;
  readonly readings: readonly Reading[];
}

/**
 * Running time plus the least that the clock was ahead of it at any moment of the last day of running time. So nothing counts
 * as older than a day before the service itself has run for a day since, whatever the clock says: after a jump, a pause of the
 * machine or a long stop, what it says is believed a day later.
 */
export class RetentionClock {
  readonly #clock: Clock;
  #zero_ms: number;
  /** The newest last, each further ahead than the one before it: no other can become the least. */
  #readings: Reading[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#zero_ms = clock.elapsed();
  }

  /** Goes on where the service left off when it was stopped. */
  restore({ ran_ms, readings }: SavedReadings): void {
    this.#zero_ms = this.#clock.elapsed() - ran_ms;
    this.#readings = [...readings];
  }

  save(): SavedReadings {
    return { ran_ms: this.#note(), readings: this.#readings };
  }

  /** What the machine's clock says, which is taken down. Whatever is given a time is given this one. */
  read(): number {
    this.#note();
    return this.#clock.now();
  }

  /** Milliseconds since the Unix epoch, as far as they are believed: what is older by this may be forgotten. */
  now(): number {
    const ran_ms = this.#note();
    return ran_ms + this.#readings[0]![1];
  }

  /** @returns how long the service has run */
  #note(): number {
    const ran_ms = this.#clock.elapsed() - this.#zero_ms;
    const ahead_ms = Math.floor((this.#clock.now() - ran_ms) / GRAIN_MS) * GRAIN_MS;
    const readings = this.#readings;
    while (readings.length > 0 && readings.at(-1)![1] >= ahead_ms) readings.pop();
    readings.push([ran_ms, ahead_ms]);
    while (readings[0]![0] < ran_ms - DOUBT_MS) readings.shift();
    return ran_ms;
  }
}
