/** Looks for news whenever it is told that there are some: once at a time, and again by itself when looking has failed. */
import type { CancelTimer, Clock } from "../ports/clock.ts";

const FIRST_PAUSE_MS = 500;
/** Nobody else tells that the store is back: who waits for it looks this often at least. */
const LONGEST_PAUSE_MS = 5000;

/** Milliseconds before the next try, after so many that failed because of the store. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
}

/** Resolves after a pause, or at once when `halt` does. */
export async function rest(clock: Clock, pause_ms: number, halt: Promise<void>): Promise<void> {
  const rested = Promise.withResolvers<void>();
  const cancel = clock.after(pause_ms, rested.resolve);
  await Promise.race([rested.promise, halt]);
  cancel();
}

export interface LookingDeps {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

export class Looking {
  readonly #deps: LookingDeps;
  readonly #look: () => Promise<void>;
  #busy = false;
  #again = false;
  #stopped = false;
  #failures = 0;
  #cancel: CancelTimer = () => {};

  /** `look` sees everything that there is when it begins. */
  constructor(deps: LookingDeps, look: () => Promise<void>) {
    this.#deps = deps;
    this.#look = look;
  }

  /** Looks now, or once more when the look that is under way has ended. */
  wake(): void {
    if (this.#stopped) return;
    this.#cancel();
    if (this.#busy) {
      this.#again = true;
      return;
    }
    this.#busy = true;
    this.#again = false;
    void this.#look().then(
      () => this.#ended(undefined),
      (error: unknown) => {
        this.#deps.onFault(error);
        this.#ended(pauseAfter(this.#failures++));
      },
    );
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #ended(pause_ms: number | undefined): void {
    this.#busy = false;
    if (pause_ms === undefined) this.#failures = 0;
    if (this.#again) this.wake();
    else if (pause_ms !== undefined && !this.#stopped)
      this.#cancel = this.#deps.clock.after(pause_ms, () => this.wake());
  }
}
