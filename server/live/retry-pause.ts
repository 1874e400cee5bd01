/** How long a failed delivery waits for its next attempt (behaviour.md §6). */

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 120_000;
/** The least and the most that a receiver may ask for: every failure is a durable write, and no update is kept for ever. */
const LEAST_RETRY_AFTER_MS = 1000;
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** RFC 9110, 5.6.7: the one form of a date that senders may use. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

interface Failure {
  /** Attempts that failed before this one. */
  readonly attempts: number;
  /** The header of the answer. */
  readonly retry_after: string | undefined;
  readonly now_ms: number;
  readonly fraction: () => number;
}

/** A second, doubling to two minutes, each between a half and the whole of it so that receivers are not hit at once. */
export function retryPause({ attempts, retry_after, now_ms, fraction }: Failure): number {
  const asked_ms = retry_after === undefined ? undefined : readRetryAfter(retry_after.trim(), now_ms);
  if (asked_ms !== undefined) return Math.max(LEAST_RETRY_AFTER_MS, Math.min(asked_ms, LONGEST_RETRY_AFTER_MS));
  const full_ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
  return full_ms / 2 + (full_ms / 2) * fraction();
}

/** @returns `undefined` for what is neither whole seconds nor a date */
function readRetryAfter(text: string, now_ms: number): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date_ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date_ms) ? undefined : date_ms - now_ms;
}
