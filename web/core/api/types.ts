/** Options of an API call, and its raw response. */

export interface CallOptions {
  /** The idempotency key of a send: repeating the call does not send twice. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Called with the fraction of the files that was transferred, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** A response before parsing. */
export interface RawResponse {
  readonly status: number;
  readonly text: string;
  /** The `Retry-After` header. */
  readonly retry_after: string | null;
}
