/** What can become of a call besides its result. */

interface Details {
  readonly reason?: string | undefined;
  readonly retry_after_s?: number | undefined;
  readonly trace_id?: string | undefined;
}

/** The service answered that it will not. */
export class Refusal extends Error {
  /** The HTTP status. */
  readonly code: number;
  /** The refusal's name, where it has one (server/domain/refusals.ts). */
  readonly reason: string | undefined;
  readonly retry_after_s: number | undefined;
  readonly trace_id: string | undefined;

  constructor(code: number, description: string, more: Details) {
    super(description);
    this.code = code;
    this.reason = more.reason;
    this.retry_after_s = more.retry_after_s;
    this.trace_id = more.trace_id;
  }
}

/** The service could not be reached, or broke off. */
export class Unreachable extends Error {}

/** Whether the fault is the service's own, or that of a proxy before it. */
export function isFault(error: unknown): boolean {
  return error instanceof Refusal && error.code >= 500;
}

/** Whether trying again later may help: the service was away, busy or in trouble. */
export function mayPass(error: unknown): boolean {
  return error instanceof Unreachable || isFault(error) || (error instanceof Refusal && error.code === 429);
}

/** Whether the service, or a proxy before it, wants to be left alone for a while. */
export function asksToWait(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.code === 429 || error.retry_after_s !== undefined);
}

const PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
/** Whoever asks for a longer wait is asked again after a day, and after no wait at all not at once. */
const LONGEST_HOLD_MS = 86_400_000;
const SHORTEST_HOLD_MS = 1000;

/** Milliseconds before the next try after so many: as long as the service asks for, else longer each time. */
export function pauseBefore(error: unknown, tries: number, first_ms = PAUSE_MS): number {
  if (error instanceof Refusal && error.retry_after_s !== undefined) {
    return Math.min(LONGEST_HOLD_MS, Math.max(SHORTEST_HOLD_MS, error.retry_after_s * 1000));
  }
  return Math.min(LONGEST_PAUSE_MS, first_ms * 2 ** tries);
}

/** Whether a file was over the service's limit, or over that of a proxy before it. */
export function isTooBig(error: unknown): boolean {
  return error instanceof Refusal && error.code === 413;
}

/** The sentence without the class of error that stands before it. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const sentence = error.message.replace(
    /^(?:Bad Request|Forbidden|Not Found|Conflict|Request Entity Too Large): /,
    "",
  );
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
