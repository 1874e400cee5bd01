/** Slows down whoever guesses passwords: a few tries for each name, then a pause. */

const TRIES = 10;
const WINDOW_MS = 15 * 60_000;
/** Names remembered at most. */
const MAX_NAMES = 10_000;

export class AttemptLimits {
  readonly #now_ms: () => number;
  readonly #tries = new Map<string, { count: number; since_ms: number }>();

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  /** Counts one try. @returns 0, or the whole seconds until the next try is allowed */
  take(name: string): number {
    const now_ms = this.#now_ms();
    let tries = this.#tries.get(name);
    if (!tries || now_ms - tries.since_ms >= WINDOW_MS) {
      // The oldest is let go: whoever tries many names must not reset the count of one.
      if (this.#tries.size >= MAX_NAMES) this.#tries.delete(this.#tries.keys().next().value!);
      this.#tries.delete(name);
      tries = { count: 0, since_ms: now_ms };
      this.#tries.set(name, tries);
    }
    tries.count += 1;
    return tries.count <= TRIES ? 0 : Math.ceil((tries.since_ms + WINDOW_MS - now_ms) / 1000);
  }
}
