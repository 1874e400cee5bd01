/** The objects of the developer API. Times are in milliseconds of Unix time; fields without a value are absent. */

/** The name of the world of the service's options, and of the only world of a service that does not run in developer mode. */
export const MAIN_WORLD = "main";

/** A call as it was answered. A list has it without `params` and `response` unless it is asked for them. */
export interface RecordedCall {
  id: number;
  /** Rises with every change of any entry of the list. */
  revision: number;
  /** `webhook`: a bot's method in its response to a webhook. */
  api: "bot" | "person" | "webhook";
  trace_id: string;
  at_ms: number;
  method: string;
  /** Absent if the credential was refused. */
  account_id?: number;
  status: number;
  duration_ms: number;
  /** The fault rule that decided the response. */
  fault?: string;
  /** One of the developer's pages has made the call by itself. */
  of_console?: true;
  /** An object, or the beginning of its JSON if that was cut. */
  params?: unknown;
  files: RecordedFile[];
  /** An object, or the beginning of its JSON if that was cut. */
  response?: unknown;
}

export interface RecordedFile {
  field: string;
  size: number;
  file_name?: string;
  content_type?: string;
}

/** A file of a recorded call. */
export interface CallFile {
  /** `params`: the call has sent it. `response`: it was answered with it. */
  in: "params" | "response";
  /** The name of the part, or where it is in the parameters or in the result, as `media[0].media`. */
  field: string;
  /** How the call has sent it. */
  source?: "upload" | "address" | "file_id";
  /** As the upload was declared. */
  file_name?: string;
  content_type?: string;
  /** Bytes of the upload. */
  size?: number;
  /** Absent if the service has not kept the file, or has removed it since. */
  stored?: StoredFile;
}

/** A file as the service has it now. */
export interface StoredFile {
  kind: "photo" | "video" | "audio" | "voice" | "document" | "animation" | "video_note";
  mime_type: string;
  /** Bytes. */
  size: number;
  file_name?: string;
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  /** The path from which it is downloaded. */
  path: string;
  /** The path of a small picture of it. */
  preview_path?: string;
}

export type UpdateState = "not_made" | "queued" | "delivered" | "confirmed" | "removed" | "left";

export interface UpdateStep {
  at_ms: number;
  what: "poll" | "webhook" | "webhook_failed" | "confirmed" | "removed" | "left";
}

/** The life of an update, or the reason why it was not made. */
export interface RecordedUpdate {
  id: number;
  revision: number;
  bot_id: number;
  /** Absent if the update was not made. */
  update_id?: number;
  kind: string;
  chat_id: number;
  message_id?: number;
  /** The trace of the call that caused it. */
  trace_id?: string;
  at_ms: number;
  state: UpdateState;
  reason?: string;
  steps: UpdateStep[];
  body?: unknown;
}

/** An attempt to deliver an update to a webhook. */
export interface WebhookAttempt {
  id: number;
  revision: number;
  bot_id: number;
  update_id: number;
  /** 1 for the first attempt of an update. */
  attempt: number;
  url: string;
  at_ms: number;
  request_headers: Record<string, string>;
  request_body: unknown;
  /** Absent while the attempt is under way, and without a response. */
  status?: number;
  response_headers?: Record<string, string>;
  response_body?: string;
  /** Why there was no response. */
  error?: string;
  duration_ms?: number;
  next_attempt_ms?: number;
  /** The fault rule that made it fail: its id and its effect. */
  fault?: string;
  /** The attempt whose request was sent again. */
  redelivery_of?: number;
}

/** A bot's webhook, and what waits for it. */
export interface WebhookState {
  bot_id: number;
  url: string;
  is_paused: boolean;
  pending_update_count: number;
  /** Unix seconds. */
  last_error_date?: number;
  last_error_message?: string;
}

export type FaultEffect =
  | "error"
  | "delay"
  | "hang"
  | "reset"
  | "cut"
  | "duplicate"
  | "reorder"
  | "webhook_error"
  | "webhook_timeout"
  | "webhook_reset";

/** A rule by which calls, updates or deliveries to webhooks fail. */
export interface Fault {
  id: number;
  effect: FaultEffect;
  when: "before" | "after";
  bot_id?: number;
  method?: string;
  chat_id?: number;
  text?: string;
  nth?: number;
  probability?: number;
  count?: number;
  error_code?: number;
  description?: string;
  retry_after?: number;
  delay_ms?: number;
  cut_bytes?: number;
  /** How often its conditions held, apart from `nth`, `probability` and `count`. */
  matched: number;
  applied: number;
  is_over: boolean;
}

/** What a rule of the linter has found of one bot and subject. */
export interface Finding {
  rule: string;
  severity: "error" | "warning" | "info";
  bot_id: number;
  /** A method, a parameter or the data of a button; absent if there is one finding for a bot. */
  subject?: string;
  count: number;
  first_at_ms: number;
  last_at_ms: number;
  /** Whether it is shown by a call or by an update. */
  example: "call" | "update";
  /** The newest example: the call, or the call that caused the update. */
  trace_id?: string;
  message: string;
}

/** The clock of the service. */
export interface ClockState {
  now_ms: number;
  /** How far it is ahead of the clock of the machine. */
  ahead_ms: number;
  is_frozen: boolean;
  /** Milliseconds until the next timer, if one waits. */
  next_timer_ms?: number;
}

/** A world of the process, with the names of its snapshots. */
export interface WorldState {
  world: string;
  snapshots: string[];
}

/** A new world, with the tokens of its people and bots. */
export interface MadeWorld {
  world: string;
  people: { id: number; name: string; username: string | null; access_token: string }[];
  bots: { id: number; name: string; username: string; token: string }[];
  chats: { id: number; type: string; title: string; username: string | null }[];
}

export interface Snapshot {
  snapshot: string;
  /** By the clock of the machine. */
  saved_at_ms: number;
  /** The size of its store. */
  bytes: number;
}
