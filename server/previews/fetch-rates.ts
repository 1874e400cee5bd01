/** How often previews are fetched for one key, such as an account or a host: a burst, and a steady rate after it. */

export interface FetchRate {
  readonly burst: number;
  /** Milliseconds after which one more is allowed. */
  readonly every_ms: number;
}

/** Keys that are remembered. Beyond them the oldest is forgotten, which allows it a burst more. */
const MAX_KEYS = 10_000;

export class FetchRates<Key> {
  readonly #rate: FetchRate;
  readonly #elapsed_ms: () => number;
  /** By key: when its burst is whole again. The key used last is last. */
  readonly #full_at = new Map<Key, number>();

  constructor(rate: FetchRate, elapsed_ms: () => number) {
    this.#rate = rate;
    this.#elapsed_ms = elapsed_ms;
  }

  /** Counts a fetch. @returns whether it is allowed */
  take(key: Key): boolean {
    const now_ms = this.#elapsed_ms();
    const full_at = Math.max(now_ms, this.#full_at.get(key) ?? 0) + this.#rate.every_ms;
    if (full_at - now_ms > this.#rate.burst * this.#rate.every_ms) return false;
    this.#full_at.delete(key);
    this.#full_at.set(key, full_at);
    if (this.#full_at.size > MAX_KEYS) this.#full_at.delete(this.#full_at.keys().next().value as Key);
    return true;
  }
}
