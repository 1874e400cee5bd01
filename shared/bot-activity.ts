/** What a bot's owner sees of what the bot does. Fields without a value are absent. */

/** A call of the bot, without its parameters and its result. */
export interface BotCall {
  method: string;
  /** When it was answered, in milliseconds of Unix time. */
  at_ms: number;
  duration_ms: number;
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** The description of an error. */
  error?: string;
  trace_id: string;
  /** Calls of `getUpdates` that followed each other, all answered: the times and the trace are those of the last one. */
  count: number;
}

/**
 * `removed`: it left the queue without a delivery; it was dropped or has expired. `left`: it left the queue while there
 * were other nodes, and one of them may have delivered it.
 */
export type BotUpdateState = "queued" | "delivered" | "confirmed" | "removed" | "left";

/** An update of the bot, without its content. */
export interface BotUpdate {
  update_id: number;
  kind: string;
  at_ms: number;
  state: BotUpdateState;
  /** How it was delivered last. */
  delivered_by?: "poll" | "webhook";
  delivered_at_ms?: number;
  confirmed_at_ms?: number;
  /** Attempts of the webhook. */
  attempts?: number;
  /** Why the last attempt of the webhook has failed. */
  error?: string;
  /** The trace of the call that has caused it. */
  trace_id?: string;
}

export interface BotWebhook {
  /** Without credentials. */
  url: string;
  last_error_date?: number;
  last_error_message?: string;
  /** Updates that became too old before they were delivered. */
  expired_update_count?: number;
}

export interface BotActivity {
  /** Absent if the bot receives its updates by polling. */
  webhook?: BotWebhook;
  /** Updates that the bot has not confirmed. */
  pending_update_count: number;
  /** Whether a call of `getUpdates` waits now. */
  is_polling: boolean;
  /** When a call of `getUpdates` was last answered. */
  last_poll_ms?: number;
  last_failed_call?: BotCall;
  /** The newest first. */
  calls: BotCall[];
  updates: BotUpdate[];
  /** Calls and deliveries before this time are not known. */
  since_ms: number;
  /** The nodes of the service. Calls and deliveries are those of the node that answers. */
  node_count: number;
}
