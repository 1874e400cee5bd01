/** Which kinds of transactions usually cannot share a database transaction, learned from those that could not. */

/** A kind is run apart at once when it has more failures to share than successes, by this many. */
const APART = 2;
/** The highest count, so that a kind that has changed is noticed soon. */
const MOST = 4;
/** Every so many transactions of such a kind, one tries to share again. */
const TRY_EVERY = 64;
/** Kinds that are counted at most. */
const MAX_KINDS = 1000;

interface Count {
  failures: number;
  apart: number;
}

export class ApartKinds {
  readonly #counts = new Map<string, Count>();

  /** Whether a transaction of this kind is to run apart at once. */
  isApart(kind: string): boolean {
    const count = this.#counts.get(kind);
    if (!count || count.failures < APART) return false;
    count.apart += 1;
    return count.apart % TRY_EVERY !== 0;
  }

  /** Counts a transaction that has shared, or could not. */
  note(kind: string, hasShared: boolean): void {
    let count = this.#counts.get(kind);
    if (!count) {
      if (hasShared || this.#counts.size >= MAX_KINDS) return;
      this.#counts.set(kind, (count = { failures: 0, apart: 0 }));
    }
    count.failures = Math.min(MOST, Math.max(0, count.failures + (hasShared ? -1 : 1)));
  }
}
