/** The machine's timers. They are taken when the kit is loaded, so that a test with fake timers does not stop the kit. */

const { setTimeout, clearTimeout } = globalThis;
const now = performance.now.bind(performance);

/** Calls `fire` once, unless the returned function is called before. */
export function after(delay_ms: number, fire: () => void): () => void {
  const timer = setTimeout(fire, delay_ms);
  return () => clearTimeout(timer);
}

/** Milliseconds of the machine's monotonic clock. */
export function elapsed(): number {
  return now();
}

/** A time by which something must have happened. */
export class Deadline {
  readonly #end_ms: number;

  constructor(timeout_ms: number) {
    this.#end_ms = elapsed() + timeout_ms;
  }

  get left_ms(): number {
    return Math.max(0, this.#end_ms - elapsed());
  }

  get isOver(): boolean {
    return this.left_ms === 0;
  }
}

/**
 * Resolves with what `work` returns, or with `undefined` when the time is over or `stop` is aborted; its request is then
 * given up.
 */
export async function within<T>(
  time_ms: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const late = new AbortController();
  const cancel = after(time_ms, () => late.abort());
  const signal = AbortSignal.any([late.signal, stop]);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  } finally {
    cancel();
  }
}
