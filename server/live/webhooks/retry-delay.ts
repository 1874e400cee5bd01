/** How long a failed delivery waits for its next attempt (behaviour.md §6). */

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 120_000;
/** Bounds of a receiver's `Retry-After`: every failure is a durable write, and updates are not kept for ever. */
const MIN_RETRY_AFTER_MS = 1000;
const MAX_RETRY_AFTER_MS = 3_600_000;

interface Failure {
  /** Attempts that failed before this one. */
  readonly attempts: number;
  /** The `Retry-After` header of the response. */
  readonly retry_after: string | undefined;
  readonly now_ms: number;
  readonly fraction: () => number;
  readonly readDate: ReadDate;
}

/** Parses a date of an HTTP header. @returns milliseconds of Unix time; `undefined` for anything else */
export type ReadDate = (text: string) => number | undefined;

/**
 * One second, doubling to two minutes, with jitter: half of the delay is random, so that a receiver does not get all
 * retries at once.
 */
export function retryDelay({ attempts, retry_after, now_ms, fraction, readDate }: Failure): number {
  const asked_ms = retry_after === undefined ? undefined : readRetryAfter(retry_after.trim(), now_ms, readDate);
  if (asked_ms !== undefined) return Math.max(MIN_RETRY_AFTER_MS, Math.min(asked_ms, MAX_RETRY_AFTER_MS));
  const full_ms = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts, 20));
  return full_ms / 2 + (full_ms / 2) * fraction();
}

/** @returns `undefined` for what is neither whole seconds nor a date */
function readRetryAfter(text: string, now_ms: number, readDate: ReadDate): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date_ms = readDate(text);
  return date_ms === undefined ? undefined : date_ms - now_ms;
}
