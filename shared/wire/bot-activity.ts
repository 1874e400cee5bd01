/** What a bot's owner sees of what the bot does. */
import { bool, int, list, named, note, number, object, oneOf, optional, str, time, type TypeOf } from "./schema.ts";

const ms = note(int, "Milliseconds of Unix time.");

/** A call of the bot, without its parameters and its result. */
export const BotCall = named(
  "BotCall",
  object({
    method: str,
    at_ms: note(ms, "When it was answered, in milliseconds of Unix time."),
    duration_ms: number,
    status: note(int, "The HTTP status; 0 if there was no response."),
    error: optional(str, "The description of the error, at most 200 characters."),
    trace_id: str,
    count: note(
      int,
      "How many calls it stands for: successful calls of `getUpdates` that follow each other are one entry, with the time and the trace of the last one.",
    ),
  }),
);
export type BotCall = TypeOf<typeof BotCall>;

/** An update of the bot, without its content. */
export const BotUpdate = named(
  "BotUpdate",
  object({
    update_id: int,
    kind: str,
    at_ms: ms,
    state: note(
      oneOf(["queued", "delivered", "confirmed", "removed", "left"]),
      "`removed`: it left the queue without a delivery; it was dropped or has expired. `left`: it left the queue while there were other nodes, and one of them may have delivered it.",
    ),
    delivered_by: optional(oneOf(["poll", "webhook"]), "How it was delivered last."),
    delivered_at_ms: optional(ms),
    confirmed_at_ms: optional(ms),
    attempts: optional(int, "Attempts of the webhook to deliver it."),
    error: optional(str, "Why the last attempt of the webhook has failed."),
    trace_id: optional(str, "The trace of the call that has caused it. Absent where that is not known."),
  }),
);
export type BotUpdate = TypeOf<typeof BotUpdate>;
export type BotUpdateState = BotUpdate["state"];

export const BotWebhook = named(
  "BotWebhook",
  object({
    url: note(str, "Without user name, password, bot tokens and the values of its query."),
    last_error_date: optional(time),
    last_error_message: optional(str),
    expired_update_count: optional(int, "Updates that were not delivered within 24 hours."),
  }),
);
export type BotWebhook = TypeOf<typeof BotWebhook>;

export const BotActivity = named(
  "BotActivity",
  object({
    webhook: optional(BotWebhook, "Absent if the bot receives its updates by polling."),
    pending_update_count: note(int, "Updates that the bot has not confirmed."),
    is_polling: note(bool, "Whether a call of `getUpdates` waits now."),
    last_poll_ms: optional(int, "When a call of `getUpdates` was last answered, in milliseconds of Unix time."),
    last_failed_call: optional(BotCall),
    calls: note(list(BotCall), "The last 100, the newest first."),
    updates: note(list(BotUpdate), "The last 100, the newest first."),
    since_ms: note(int, "Calls and deliveries before this time are not known."),
    node_count: note(int, "The nodes of the service. Calls, polls and deliveries are those of the node that answers."),
  }),
);
export type BotActivity = TypeOf<typeof BotActivity>;
