/** The objects of the developer API. */
import { FAULT_EFFECTS } from "../faults.ts";
import { FILE_KINDS } from "../files.ts";
import { NO_UPDATE_REASONS, type NoUpdateReason } from "../updates.ts";
import { ms } from "./parts.ts";
import {
  anything,
  bool,
  int,
  list,
  named,
  note,
  number,
  object,
  oneOf,
  optional,
  record,
  str,
  yes,
  type TypeOf,
} from "./schema.ts";

const revision = note(int, "Rises with every change of any entry of the list.");
const body = "An object, or the beginning of its JSON if it is longer than 64 KiB.";

const recordedFile = object({
  field: str,
  file_name: optional(str),
  content_type: optional(str),
  size: int,
});
export type RecordedFile = TypeOf<typeof recordedFile>;

/** A call as it was answered. A list has it without `params` and `response` unless it is asked for them. */
export const RecordedCall = named(
  "RecordedCall",
  object({
    id: int,
    revision,
    api: note(oneOf(["bot", "person", "webhook"]), "`webhook`: a method in a webhook's response."),
    trace_id: str,
    at_ms: ms,
    method: str,
    account_id: optional(int, "The bot or person; absent if the credential was refused."),
    status: note(int, "The HTTP status; 0 if a fault rule prevented any response."),
    duration_ms: number,
    of_console: optional(yes, "The web client has made the call by itself while it showed the developer's pages."),
    fault: optional(str, "The fault rule that applied: its id and its effect, as `1: error 429`."),
    params: optional(anything, body),
    files: list(recordedFile),
    response: optional(anything, body),
  }),
);
export type RecordedCall = TypeOf<typeof RecordedCall>;

const storedFile = object({
  kind: oneOf(FILE_KINDS),
  mime_type: str,
  size: note(int, "Bytes."),
  file_name: optional(str),
  width: optional(int),
  height: optional(int),
  duration: optional(int, "Seconds."),
  path: note(str, "The path from which it is downloaded with GET."),
  preview_path: optional(str, "The path of a small picture of it."),
});
/** A file as the service has it now. */
export type StoredFile = TypeOf<typeof storedFile>;

/** A file of a recorded call. */
export const CallFile = named(
  "CallFile",
  object({
    in: note(oneOf(["params", "response"]), "`params`: the call has sent it; `response`: it was answered with it."),
    field: note(str, "The name of the part, or where it is in the parameters or in the result, as `media[0].media`."),
    source: optional(oneOf(["upload", "address", "file_id"]), "How the call has sent it."),
    file_name: optional(str, "As the upload was declared."),
    content_type: optional(str, "As the upload was declared."),
    size: optional(int, "Bytes of the upload."),
    stored: optional(
      storedFile,
      "As the service has it now; absent if it has not kept the file, or has removed it since.",
    ),
  }),
);
export type CallFile = TypeOf<typeof CallFile>;

const updateStep = object({
  at_ms: ms,
  what: oneOf(["poll", "webhook", "webhook_failed", "confirmed", "removed", "left"]),
});
export type UpdateStep = TypeOf<typeof updateStep>;

/** The life of an update, or the reason why it was not made. */
export const RecordedUpdate = named(
  "RecordedUpdate",
  object({
    id: int,
    revision,
    bot_id: int,
    update_id: optional(int, "Absent if the update was not made."),
    kind: str,
    chat_id: int,
    message_id: optional(int),
    trace_id: optional(str, "The trace of the call that caused it."),
    at_ms: ms,
    state: note(
      oneOf(["not_made", "queued", "delivered", "confirmed", "removed", "left"]),
      "`removed`: it left the queue without a delivery, as with `drop_pending_updates` or after 24 hours. `left`: it left the queue while there were other nodes, and one of them may have delivered it.",
    ),
    reason: optional(oneOf(Object.keys(NO_UPDATE_REASONS) as NoUpdateReason[]), "Why it was not made."),
    steps: list(updateStep),
    body: optional(anything, "The object of the update."),
  }),
);
export type RecordedUpdate = TypeOf<typeof RecordedUpdate>;
export type UpdateState = RecordedUpdate["state"];

/** An attempt to deliver an update to a webhook. */
export const WebhookAttempt = named(
  "WebhookAttempt",
  object({
    id: int,
    revision,
    bot_id: int,
    update_id: int,
    attempt: note(int, "1 for the first attempt of an update."),
    url: str,
    at_ms: ms,
    request_headers: record(str),
    request_body: note(anything, "The update, or the beginning of its JSON if it is longer than 64 KiB."),
    status: optional(int, "Absent while the attempt is under way, and without a response."),
    response_headers: optional(record(str)),
    response_body: optional(str),
    error: optional(str, "Why there was no response."),
    duration_ms: optional(int),
    next_attempt_ms: optional(ms),
    fault: optional(str, "The fault rule that made it fail: its id and its effect."),
    redelivery_of: optional(int, "The attempt whose request `redeliver` sent again."),
  }),
);
export type WebhookAttempt = TypeOf<typeof WebhookAttempt>;

/** A page that the service has looked up for the preview of a link. */
export const FetchedPreview = named(
  "FetchedPreview",
  object({
    id: int,
    revision,
    url: note(str, "The address, without its fragment."),
    at_ms: ms,
    requests: list(
      object({
        url: note(str, "The page, a redirect, a picture, or a document that the page names."),
        status: optional(int, "Of the response."),
        error: optional(str, "Why there was no response."),
      }),
    ),
    outcome: optional(
      oneOf(["found", "known", "none", "failed", "refused"]),
      "Absent while it is being fetched. `known`: it was looked up before, and not again. `none`: the page has no preview. `failed`: it may have one later. `refused`: a limit kept it from being fetched.",
    ),
    title: optional(str, "The title of the preview."),
    reason: optional(str, "Why there is no preview."),
    duration_ms: optional(int),
  }),
);
export type FetchedPreview = TypeOf<typeof FetchedPreview>;

/** The effects of fault rules. */
const EFFECTS = [
  "Of calls: `error` is the response; `delay` delays it; `hang` gives none until the client leaves or the rule is removed; `reset` resets the connection; `cut` closes it after the first bytes of the body.",
  "Of updates: `duplicate` delivers an update twice, also beyond the `limit` of a poll; `reorder` delivers it after the one that follows it in the queue, in a webhook after the next one of its chat.",
  "Of webhooks: an attempt fails by `webhook_error`, an HTTP status; `webhook_timeout`; or `webhook_reset`, an ended connection.",
].join(" ");

/** A rule by which calls, updates or deliveries to webhooks fail. */
export const Fault = named(
  "Fault",
  object({
    id: int,
    effect: note(oneOf(FAULT_EFFECTS), EFFECTS),
    when: oneOf(["before", "after"]),
    bot_id: optional(int),
    method: optional(str),
    chat_id: optional(int),
    text: optional(str),
    nth: optional(int),
    probability: optional(number),
    count: optional(int),
    error_code: optional(int),
    description: optional(str),
    retry_after: optional(int),
    parameters: optional({ type: "object" }),
    delay_ms: optional(int),
    cut_bytes: optional(int),
    matched: note(int, "How often its conditions held, apart from `nth`, `probability` and `count`."),
    applied: note(int, "How often it has applied."),
    is_over: note(bool, "Whether it has applied as often as it may."),
  }),
);
export type Fault = TypeOf<typeof Fault>;

/** What a rule of the linter has found of one bot and subject. */
export const Finding = named(
  "Finding",
  object({
    rule: str,
    severity: note(
      oneOf(["error", "warning", "info"]),
      "`error`: something does not work; `warning`: it may not work; `info`: it has no effect, or there is a newer form.",
    ),
    bot_id: int,
    count: note(int, "How often it was found in what is recorded."),
    first_at_ms: ms,
    last_at_ms: ms,
    message: note(str, "What is wrong, and what to do."),
    subject: optional(
      str,
      "What it is about, as a method, a parameter or the data of a button, whose numbers and long ids are written `*`; absent if there is one finding for a bot.",
    ),
    example: note(oneOf(["call", "update"]), "Whether it is shown by a call or by an update."),
    trace_id: optional(str, "The newest example: the call itself, or the call that caused the update."),
  }),
);
export type Finding = TypeOf<typeof Finding>;
