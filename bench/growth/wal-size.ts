/** The size of SQLite's WAL during some work. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dataset } from "./dataset.ts";

/** Time after which the last sends have been committed. */
const QUIET_MS = 1000;
const POLL_MS = 20;

export interface WalDuring<T> {
  readonly result: T;
  /** Bytes written to the WAL. */
  readonly bytes: number;
  /** The largest size of its file, in bytes. */
  readonly longest: number;
}

/** Polls the size of the WAL during `work`. A smaller size means that the WAL was reset. */
export async function walDuring<T>({ service }: Dataset, work: () => Promise<T>): Promise<WalDuring<T>> {
  const path = join(service.data, "heliogram.db-wal");
  let last = statSync(path).size;
  let [bytes, longest] = [0, last];
  const timer = setInterval(() => {
    const { size } = statSync(path);
    bytes += size < last ? size : size - last;
    last = size;
    longest = Math.max(longest, size);
  }, POLL_MS);
  try {
    const result = await work();
    await sleep(QUIET_MS);
    return { result, bytes, longest };
  } finally {
    clearInterval(timer);
  }
}
