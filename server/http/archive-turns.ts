/** Limits how many archives are written at once, and ends those whose client takes too little to keep a turn. */
import type { ServerResponse } from "node:http";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import { TooManyRequests } from "../domain/too-many-requests.ts";

/** Each reads the store and compresses all the time. */
const MAX_RUNNING = 4;
/** How long a download may wait for its turn. A client waits longer for the head of a response. */
const MAX_WAIT_MS = 20_000;
const RETRY_AFTER_S = 30;
/** A client that takes less than this in a window, while bytes wait for it, would keep a turn for days: 17 kB/s. */
const WINDOW_MS = 60_000;
const WINDOW_BYTES = 1024 * 1024;

/** Calls `fire` once after a delay. @returns a function that cancels the call */
export type After = (delay_ms: number, fire: () => void) => () => void;

export class ArchiveTurns {
  readonly #after: After;
  readonly #limit = new ConcurrencyLimit<number>({
    max_running: MAX_RUNNING,
    max_running_per_key: 1,
    max_waiting_per_key: 1,
    refusal: () => new TooManyRequests(RETRY_AFTER_S),
  });

  constructor(after: After) {
    this.#after = after;
  }

  /** @throws TooManyRequests if a download of the account would be refused at once */
  check(account_id: number): void {
    if (this.#limit.isFull(account_id)) throw new TooManyRequests(RETRY_AFTER_S);
  }

  /**
   * Writes an archive when it is the account's turn. Accounts take turns. An account has one archive that is written and
   * one that waits.
   * @returns false if the client has left before
   * @throws TooManyRequests, and what `write` throws
   */
  async run(account_id: number, res: ServerResponse, write: () => Promise<void>): Promise<boolean> {
    let isOver = false;
    const late = Promise.withResolvers<never>();
    const end = () => {
      isOver = true;
      late.reject(new TooManyRequests(RETRY_AFTER_S));
    };
    const cancel = this.#after(MAX_WAIT_MS, end);
    const turn = this.#limit.run(account_id, async () => {
      cancel();
      if (isOver || res.destroyed) return false;
      await write();
      return true;
    });
    return Promise.race([turn, late.promise]).finally(cancel);
  }

  /**
   * Closes the connection of a client that is too slow.
   * @param taken - bytes that the client has taken until now
   * @returns a function that ends the supervision
   */
  supervise(res: ServerResponse, taken: () => number): () => void {
    let before = 0;
    let cancel = () => {};
    const check = () => {
      // Not `writableNeedDrain`, which a chunk below the high-water mark does not set.
      if (res.writableLength > 0 && taken() - before < WINDOW_BYTES) return void res.destroy();
      before = taken();
      cancel = this.#after(WINDOW_MS, check);
    };
    cancel = this.#after(WINDOW_MS, check);
    return () => cancel();
  }
}
