/** When a process that has ended by itself is started again. */

/** The pauses after the first, second, … end in a row; the last one is repeated. */
const PAUSES_MS = [100, 500, 1000, 2000, 5000, 10_000] as const;
/** Ends in a row after which the supervisor gives up. systemd then starts it again, or tells somebody. */
const MAX_ENDS = 10;
/** A process that has run for so long begins a new row. */
const STABLE_MS = 60_000;

export class BackOff {
  #ends = 0;

  /** A process has ended that was started so long ago. @returns the pause before the next; `undefined`: give up */
  ended(ran_ms: number): number | undefined {
    if (ran_ms >= STABLE_MS) this.#ends = 0;
    this.#ends += 1;
    return this.#ends > MAX_ENDS ? undefined : PAUSES_MS[Math.min(this.#ends, PAUSES_MS.length) - 1];
  }
}
