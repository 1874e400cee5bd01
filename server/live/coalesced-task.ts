/** A task that runs when it is triggered: one run at a time, and again after a delay when a run has failed. */
import type { CancelTimer, Clock } from "../ports/clock.ts";

const FIRST_BACKOFF_MS = 500;
/** No notification says that the store is available again, so a failed task is retried at least this often. */
const MAX_BACKOFF_MS = 5000;

/** Milliseconds before the next try, after so many consecutive failures: exponential, bounded by `MAX_BACKOFF_MS`. */
export function backoff_ms(failures: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures, 10));
}

/** Resolves after a pause, or as soon as `halt` resolves. */
export async function sleep(clock: Clock, delay_ms: number, halt: Promise<void>): Promise<void> {
  const elapsed = Promise.withResolvers<void>();
  const cancel = clock.after(delay_ms, elapsed.resolve);
  await Promise.race([elapsed.promise, halt]);
  cancel();
}

export interface TaskDeps {
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export class CoalescedTask {
  readonly #deps: TaskDeps;
  readonly #run: () => Promise<void>;
  #busy = false;
  #runAgain = false;
  #stopped = false;
  #failures = 0;
  #cancel: CancelTimer = () => {};
  /** Those who wait for the end of the current run. */
  #waiting: (() => void)[] = [];

  /** @param run - reads all that is there when it begins, so that one run serves every trigger before it */
  constructor(deps: TaskDeps, run: () => Promise<void>) {
    this.#deps = deps;
    this.#run = run;
  }

  /** Runs the task now, or once more after the current run. */
  trigger(): void {
    if (this.#stopped) return;
    this.#cancel();
    if (this.#busy) {
      this.#runAgain = true;
      return;
    }
    this.#busy = true;
    this.#runAgain = false;
    void this.#run().then(
      () => this.#ended(undefined),
      (error: unknown) => {
        this.#deps.onError(error);
        this.#ended(backoff_ms(this.#failures++));
      },
    );
  }

  /** Resolves when no run is under way: all triggers before have been served, or their run has failed. */
  settled(): Promise<void> {
    if (!this.#busy) return Promise.resolve();
    return new Promise((done) => this.#waiting.push(done));
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #ended(delay_ms: number | undefined): void {
    this.#busy = false;
    if (delay_ms === undefined) this.#failures = 0;
    if (this.#runAgain) this.trigger();
    else if (delay_ms !== undefined && !this.#stopped)
      this.#cancel = this.#deps.clock.after(delay_ms, () => this.trigger());
    if (this.#busy) return;
    for (const done of this.#waiting.splice(0)) done();
  }
}
