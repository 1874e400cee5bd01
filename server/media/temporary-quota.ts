/** The quota of each account for bytes in temporary files. */
import { MediaBusy } from "./upload.ts";

/** Temporary files of running uploads are removed when the uploads end. */
const RETRY_AFTER_S = 10;

interface Temporary {
  readonly account_id: number;
  bytes: number;
}

export class TemporaryQuota {
  readonly #limit: number;
  readonly #files = new Map<string, Temporary>();
  readonly #accounts = new Map<number, number>();

  /** Bytes of all files since the start. */
  counted_bytes = 0;

  /** @param limit - bytes of one account */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts bytes before they are written to a file. @throws MediaBusy when the quota is exceeded */
  add(path: string, account_id: number, bytes: number): void {
    const used = (this.#accounts.get(account_id) ?? 0) + bytes;
    if (used > this.#limit) throw new MediaBusy(RETRY_AFTER_S);
    const file = this.#files.get(path) ?? { account_id, bytes: 0 };
    file.bytes += bytes;
    this.counted_bytes += bytes;
    this.#files.set(path, file);
    this.#accounts.set(account_id, used);
  }

  /** Files that were not released yet. */
  get files(): number {
    return this.#files.size;
  }

  /** Releases the bytes of a file that was removed or stored. */
  release(path: string): void {
    const file = this.#files.get(path);
    if (!file) return;
    this.#files.delete(path);
    const left = this.#accounts.get(file.account_id)! - file.bytes;
    if (left > 0) this.#accounts.set(file.account_id, left);
    else this.#accounts.delete(file.account_id);
  }
}
