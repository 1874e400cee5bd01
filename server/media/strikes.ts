/** Remembers whose files have stopped a media worker. */

/** How long a strike counts, from the latest one on. */
const REMEMBERED_MS = 10 * 60_000;
/** A sender of broken files meets one or two; more are an attack, and each costs a worker some seconds. */
const MAX_STRIKES = 3;
/** Accounts remembered past which those whose time is over are dropped. */
const MANY_ACCOUNTS = 1000;

interface Record {
  strikes: number;
  until_ms: number;
}

export class Strikes {
  readonly #now_ms: () => number;
  readonly #records = new Map<number, Record>();

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  /** Counts a file that made a worker loop or crash. */
  add(account_id: number): void {
    const now_ms = this.#now_ms();
    const strikes = (this.#find(account_id)?.strikes ?? 0) + 1;
    if (this.#records.size >= MANY_ACCOUNTS) {
      for (const [id, { until_ms }] of this.#records) if (until_ms <= now_ms) this.#records.delete(id);
    }
    this.#records.set(account_id, { strikes, until_ms: now_ms + REMEMBERED_MS });
  }

  /** Whether any file of the account has stopped a worker lately. */
  has(account_id: number): boolean {
    return this.#find(account_id) !== undefined;
  }

  /** Whole seconds for which no file of the account is read; 0 for nearly everybody. */
  barred_s(account_id: number): number {
    const found = this.#find(account_id);
    return found && found.strikes >= MAX_STRIKES ? Math.ceil((found.until_ms - this.#now_ms()) / 1000) : 0;
  }

  #find(account_id: number): Record | undefined {
    const found = this.#records.get(account_id);
    return found && found.until_ms > this.#now_ms() ? found : undefined;
  }
}
