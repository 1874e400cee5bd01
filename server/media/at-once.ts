/** Bounds what goes on at the same time, for each account and for all. */
import { MediaBusy } from "./upload.ts";

interface Bounds {
  readonly of_one: number;
  readonly of_all: number;
  /** When whoever is refused may come again. */
  readonly retry_after_s: number;
}

export class AtOnce {
  readonly #bounds: Bounds;
  readonly #running = new Map<number, number>();
  #all = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Does some work of an account. @throws MediaBusy when too much goes on, and what the work raises */
  async run<T>(account_id: number, work: () => Promise<T>): Promise<T> {
    const { of_one, of_all, retry_after_s } = this.#bounds;
    const before = this.#running.get(account_id) ?? 0;
    if (before >= of_one || this.#all >= of_all) throw new MediaBusy(retry_after_s);
    this.#running.set(account_id, before + 1);
    this.#all += 1;
    try {
      return await work();
    } finally {
      const left = this.#running.get(account_id)! - 1;
      if (left > 0) this.#running.set(account_id, left);
      else this.#running.delete(account_id);
      this.#all -= 1;
    }
  }
}
