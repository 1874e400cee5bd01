/** How long a failed delivery waits for its next attempt (behaviour.md §6). */

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 120_000;
/** The least and the most that a receiver may ask for: every failure is a durable write, and no update is kept for ever. */
const LEAST_RETRY_AFTER_MS = 1000;
const LONGEST_RETRY_AFTER_MS = 3_600_000;

interface Failure {
  /** Attempts that failed before this one. */
  readonly attempts: number;
  /** The header of the answer. */
  readonly retry_after: string | undefined;
  readonly now_ms: number;
  readonly fraction: () => number;
  readonly readDate: ReadDate;
}

/** Reads a date of an HTTP header. @returns milliseconds of Unix time; `undefined` for anything else */
export type ReadDate = (text: string) => number | undefined;

/** A second, doubling to two minutes, each between a half and the whole of it so that receivers are not hit at once. */
export function retryPause({ attempts, retry_after, now_ms, fraction, readDate }: Failure): number {
  const asked_ms = retry_after === undefined ? undefined : readRetryAfter(retry_after.trim(), now_ms, readDate);
  if (asked_ms !== undefined) return Math.max(LEAST_RETRY_AFTER_MS, Math.min(asked_ms, LONGEST_RETRY_AFTER_MS));
  const full_ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
  return full_ms / 2 + (full_ms / 2) * fraction();
}

/** @returns `undefined` for what is neither whole seconds nor a date */
function readRetryAfter(text: string, now_ms: number, readDate: ReadDate): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date_ms = readDate(text);
  return date_ms === undefined ? undefined : date_ms - now_ms;
}
