/** How long clients were without the service, less the time for which the machine had no time for it. */

/** A time in which a client waited, in milliseconds of `performance.now()`. */
export interface Wait {
  /** For what. */
  readonly what: string;
  readonly begun_ms: number;
  readonly ended_ms: number;
}

/** Shorter waits are not kept: they are far below what is judged. */
const MIN_WAIT_MS = 250;

/** The waits of one kind of client that are long enough to be judged. */
export class Waits {
  readonly #long: Wait[] = [];

  /** A client has waited until now. */
  add(what: string, begun_ms: number): void {
    const wait = { what, begun_ms, ended_ms: performance.now() };
    if (lengthOf(wait) >= MIN_WAIT_MS) this.#long.push(wait);
  }

  /** Those that have ended since then. */
  since(time_ms: number): readonly Wait[] {
    return this.#long.filter(({ ended_ms }) => ended_ms >= time_ms);
  }
}

/**
 * The longest wait, without the time in which the control was waiting too: a server that nobody restarts and that has
 * nothing to do. While not even that one answers, the machine or the test has no time for anybody. Where a process was
 * starved of a processor for longer during the wait, that time is left out instead.
 * @param starved - for how many milliseconds one was during a wait
 */
export function longestApart(
  waits: readonly Wait[],
  control: readonly Wait[],
  starved: (wait: Wait) => number = () => 0,
): number {
  return Math.max(0, ...waits.map((wait) => lengthOf(wait) - Math.max(together(wait, control), starved(wait))));
}

export function longestOf(waits: readonly Wait[]): Wait {
  const none: Wait = { what: "none is long", begun_ms: 0, ended_ms: 0 };
  return waits.reduce((longest, wait) => (lengthOf(longest) < lengthOf(wait) ? wait : longest), none);
}

export function lengthOf({ begun_ms, ended_ms }: Wait): number {
  return ended_ms - begun_ms;
}

/** The control asks one thing at a time, so its waits do not overlap. */
function together(wait: Wait, control: readonly Wait[]): number {
  const shared = control.map((each) => Math.min(wait.ended_ms, each.ended_ms) - Math.max(wait.begun_ms, each.begun_ms));
  return shared.reduce((sum, ms) => sum + Math.max(0, ms), 0);
}
