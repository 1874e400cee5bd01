/** The errors of API calls, and which of them can be retried. */

interface Details {
  readonly reason?: string | undefined;
  readonly retry_after_s?: number | undefined;
  readonly trace_id?: string | undefined;
}

/** An error response of the server. */
export class ApiError extends Error {
  /** The HTTP status. */
  readonly code: number;
  /** The name of the refusal, if it has one (server/domain/refusals.ts). */
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

/** The server could not be reached, or the connection was lost. */
export class NetworkError extends Error {}

/** Whether the error is one of the server, or of a proxy in front of it. */
export function isServerError(error: unknown): boolean {
  return error instanceof ApiError && error.code >= 500;
}

/** Whether a retry may succeed: the server was unreachable, overloaded or failing. */
export function isRetryable(error: unknown): boolean {
  return error instanceof NetworkError || isServerError(error) || (error instanceof ApiError && error.code === 429);
}

/** Whether the server, or a proxy in front of it, asks the client to wait. */
export function mustBackOff(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.code === 429 || error.retry_after_s !== undefined);
}

const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;
/** Bounds of a delay that `Retry-After` asks for: at most one day, and never zero. */
const MAX_BACKOFF_MS = 86_400_000;
const MIN_BACKOFF_MS = 1000;

/**
 * Milliseconds before the next attempt: as long as `Retry-After` says, otherwise exponential in the number of attempts.
 */
export function retryDelay(error: unknown, tries: number, first_ms = FIRST_DELAY_MS): number {
  if (error instanceof ApiError && error.retry_after_s !== undefined) {
    return Math.min(MAX_BACKOFF_MS, Math.max(MIN_BACKOFF_MS, error.retry_after_s * 1000));
  }
  return Math.min(MAX_DELAY_MS, first_ms * 2 ** tries);
}

/** Whether a file exceeded the limit of the server, or of a proxy in front of it. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.code === 413;
}

/** The error message without its prefix such as "Bad Request: ". */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message.replace(/^(?:Bad Request|Forbidden|Not Found|Conflict|Request Entity Too Large): /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
