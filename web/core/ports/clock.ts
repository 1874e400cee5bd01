/** The clock and timers. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now_ms(): number;
  /** Calls `fire` once. @returns a function that cancels it */
  after(delay_ms: number, fire: () => void): () => void;
}

export function systemClock(): Clock {
  return {
    now_ms: () => Date.now(),
    after(delay_ms, fire) {
      const timer = setTimeout(fire, delay_ms);
      return () => clearTimeout(timer);
    },
  };
}

/** The start of the local day that contains `at_ms`, in milliseconds. */
export function startOfDay(at_ms: number): number {
  return new Date(at_ms).setHours(0, 0, 0, 0);
}
