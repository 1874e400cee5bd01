/** Schemas of what a bot's owner sees of what the bot does. */
import type { Schema } from "../engine/fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time } from "./schema.ts";

const ms = note(int, "Milliseconds of Unix time.");

/** The schemas by the names that declarations use. */
export const BOT_ACTIVITY_OBJECTS: Readonly<Record<string, Schema>> = {
  BotActivity: object(["pending_update_count", "is_polling", "calls", "updates", "since_ms", "node_count"], {
    webhook: note(ref("BotWebhook"), "Absent if the bot receives its updates by polling."),
    pending_update_count: note(int, "Updates that the bot has not confirmed."),
    is_polling: note(bool, "Whether a call of `getUpdates` waits now."),
    last_poll_ms: note(int, "When a call of `getUpdates` was last answered, in milliseconds of Unix time."),
    last_failed_call: ref("BotCall"),
    calls: note(list(ref("BotCall")), "The last 100, the newest first."),
    updates: note(list(ref("BotUpdate")), "The last 100, the newest first."),
    since_ms: note(int, "Calls and deliveries before this time are not known."),
    node_count: note(int, "The nodes of the service. Calls, polls and deliveries are those of the node that answers."),
  }),
  BotWebhook: object(["url"], {
    url: note(str, "Without user name, password, bot tokens and the values of its query."),
    last_error_date: time,
    last_error_message: str,
    expired_update_count: note(int, "Updates that were not delivered within 24 hours."),
  }),
  BotCall: object(["method", "at_ms", "duration_ms", "status", "trace_id", "count"], {
    method: str,
    at_ms: note(ms, "When it was answered, in milliseconds of Unix time."),
    duration_ms: { type: "number" },
    status: note(int, "The HTTP status; 0 if there was no response."),
    error: note(str, "The description of the error, at most 200 characters."),
    trace_id: str,
    count: note(
      int,
      "How many calls it stands for: successful calls of `getUpdates` that follow each other are one entry, with the time and the trace of the last one.",
    ),
  }),
  BotUpdate: object(["update_id", "kind", "at_ms", "state"], {
    update_id: int,
    kind: str,
    at_ms: ms,
    state: note(
      oneOf(["queued", "delivered", "confirmed", "removed", "left"]),
      "`removed`: it left the queue without a delivery; it was dropped or has expired. `left`: it left the queue while there were other nodes, and one of them may have delivered it.",
    ),
    delivered_by: note(oneOf(["poll", "webhook"]), "How it was delivered last."),
    delivered_at_ms: ms,
    confirmed_at_ms: ms,
    attempts: note(int, "Attempts of the webhook to deliver it."),
    error: note(str, "Why the last attempt of the webhook has failed."),
    trace_id: note(str, "The trace of the call that has caused it. Absent where that is not known."),
  }),
};
