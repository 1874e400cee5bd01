/** What the developer API says of calls and updates, as far as the kit reads it. */

export interface RecordedCall {
  readonly id: number;
  readonly revision: number;
  readonly api: "bot" | "person" | "webhook";
  readonly trace_id: string;
  readonly at_ms: number;
  readonly method: string;
  readonly account_id?: number;
  readonly status: number;
  readonly fault?: string;
  /** An object, or the beginning of its text if it is long. */
  readonly params?: unknown;
  readonly files: readonly { readonly field: string; readonly file_name?: string; readonly size: number }[];
  /** As with `params`. */
  readonly response?: unknown;
}

export interface RecordedUpdate {
  readonly id: number;
  readonly revision: number;
  readonly bot_id: number;
  readonly update_id?: number;
  readonly kind: string;
  readonly chat_id: number;
  readonly message_id?: number;
  readonly trace_id?: string;
  readonly at_ms: number;
  readonly state: "not_made" | "queued" | "delivered" | "confirmed" | "removed";
  readonly reason?: string;
  readonly steps: readonly { readonly at_ms: number; readonly what: string }[];
}
