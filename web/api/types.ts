/** What a call is given besides its parameters, and what comes back before it is read. */

export interface CallOptions {
  /** Names a send, so that asking again does not send again. */
  readonly key?: string;
  readonly signal?: AbortSignal;
  /** Told of the share of the files that has passed, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** An answer as it came: its status, its text, and how long it asks to wait. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The `Retry-After` header. */
  readonly retry_after: string | null;
}
