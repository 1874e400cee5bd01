/** Counts, per account, the files that made a media worker time out or crash. */

/** How long failures count, from the latest one on. */
const REMEMBERED_MS = 10 * 60_000;
/** Broken files cause one or two failures. More are an attack, and each costs some seconds of a worker. */
const MAX_FAILURES = 3;
/** Number of accounts from which expired records are deleted. */
const MANY_ACCOUNTS = 1000;

interface Record {
  failures: number;
  until_ms: number;
}

export class ProbeFailures {
  readonly #now_ms: () => number;
  readonly #records = new Map<number, Record>();

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  /** Counts a failure. */
  add(account_id: number): void {
    const now_ms = this.#now_ms();
    const failures = (this.#find(account_id)?.failures ?? 0) + 1;
    if (this.#records.size >= MANY_ACCOUNTS) {
      for (const [id, { until_ms }] of this.#records) if (until_ms <= now_ms) this.#records.delete(id);
    }
    this.#records.set(account_id, { failures, until_ms: now_ms + REMEMBERED_MS });
  }

  /** Whether the account has failures that still count. */
  has(account_id: number): boolean {
    return this.#find(account_id) !== undefined;
  }

  /** Seconds for which files of the account are refused, rounded up; 0 if they are not. */
  blocked_s(account_id: number): number {
    const found = this.#find(account_id);
    return found && found.failures >= MAX_FAILURES ? Math.ceil((found.until_ms - this.#now_ms()) / 1000) : 0;
  }

  #find(account_id: number): Record | undefined {
    const found = this.#records.get(account_id);
    return found && found.until_ms > this.#now_ms() ? found : undefined;
  }
}
