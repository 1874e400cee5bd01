/** Which kinds of transactions usually need a dedicated database transaction, learned from those that could not be batched. */

/** A kind gets dedicated transactions at once when its count of failures to be batched is at least this. */
const DEDICATED_FROM_FAILURES = 2;
/** The highest count, so that a kind that has changed is noticed soon. */
const MAX_FAILURES = 4;
/** Every so many transactions of such a kind, one tries to be batched again. */
const TRY_EVERY = 64;
/** Kinds that are counted at most. */
const MAX_KINDS = 1000;

interface Count {
  /** Failures to be batched minus successes, within its bounds. */
  failures: number;
  dedicated: number;
}

export class DedicatedKinds {
  readonly #counts = new Map<string, Count>();

  /** Whether a transaction of this kind gets a dedicated database transaction at once. */
  isDedicated(kind: string): boolean {
    const count = this.#counts.get(kind);
    if (!count || count.failures < DEDICATED_FROM_FAILURES) return false;
    count.dedicated += 1;
    return count.dedicated % TRY_EVERY !== 0;
  }

  /** Counts a transaction that was batched, or could not be. */
  note(kind: string, wasBatched: boolean): void {
    let count = this.#counts.get(kind);
    if (!count) {
      if (wasBatched || this.#counts.size >= MAX_KINDS) return;
      this.#counts.set(kind, (count = { failures: 0, dedicated: 0 }));
    }
    count.failures = Math.min(MAX_FAILURES, Math.max(0, count.failures + (wasBatched ? -1 : 1)));
  }
}
