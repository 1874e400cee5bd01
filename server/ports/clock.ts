/** The clock of the service. It is injected, so that tests can advance it. */

/** Cancels a timer. Has no effect after it has fired. */
export type CancelTimer = () => void;

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic time in milliseconds. Setting the system clock does not change it. */
  elapsed(): number;
  /** Calls `fire` once when `delay_ms` have passed on this clock. */
  after(delay_ms: number, fire: () => void): CancelTimer;
}

/** The system clock. Its timers do not keep the process alive. */
export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    after(delay_ms, fire) {
      const timer = setTimeout(fire, delay_ms);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}

export interface ManualClock extends Clock {
  /** Moves time forward and fires the timers that are due, in order. */
  advance(by_ms: number): void;
  /** Sets the clock forward or back, as an operator can. `elapsed` does not change. */
  set(by_ms: number): void;
  /** The number of pending timers. */
  readonly timers: number;
}

/** A clock that moves only by `advance` and `set`. */
export function manualClock(start_ms: number): ManualClock {
  let elapsed_ms = 0;
  let zero_ms = start_ms;
  const timers = new Set<{ at_ms: number; fire: () => void }>();
  const nextDue = (until_ms: number) => {
    let due: { at_ms: number; fire: () => void } | undefined;
    for (const timer of timers) {
      if (timer.at_ms <= until_ms && (due === undefined || timer.at_ms < due.at_ms)) due = timer;
    }
    return due;
  };
  return {
    now: () => zero_ms + elapsed_ms,
    elapsed: () => elapsed_ms,
    after(delay_ms, fire) {
      const timer = { at_ms: elapsed_ms + Math.max(0, delay_ms), fire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(by_ms) {
      const until_ms = elapsed_ms + by_ms;
      for (let due = nextDue(until_ms); due !== undefined; due = nextDue(until_ms)) {
        timers.delete(due);
        elapsed_ms = Math.max(elapsed_ms, due.at_ms);
        due.fire();
      }
      elapsed_ms = until_ms;
    },
    set(by_ms) {
      zero_ms += by_ms;
    },
    get timers() {
      return timers.size;
    },
  };
}
