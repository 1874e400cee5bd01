/** The machine's clock and timers, as the client sees them. */

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now_ms(): number;
  /** Fires once. @returns a function that calls it off */
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

/** Milliseconds at which the person's day began that `at_ms` lies in. */
export function startOfDay(at_ms: number): number {
  return new Date(at_ms).setHours(0, 0, 0, 0);
}
