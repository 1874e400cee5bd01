/** Schemas of the objects of the developer API. */
import type { Schema } from "../engine/fields.ts";
import { FILE_KINDS } from "../../domain/media.ts";
import { LINT_RULES } from "../../developer/lint/lint.ts";
import { TARGETS } from "../../developer/faults/fault.ts";
import { bool, int, list, note, object, oneOf, str, whole, yes } from "./schema.ts";

const ms = note(int, "Milliseconds of Unix time, by the clock of the service.");
const texts: Schema = { type: "object", additionalProperties: str };

/** The effects of fault rules. */
const EFFECTS = [
  "Of calls: `error` is the response; `delay` delays it; `hang` gives none until the client leaves or the rule is removed; `reset` resets the connection; `cut` closes it after the first bytes of the body.",
  "Of updates: `duplicate` delivers an update twice, also beyond the `limit` of a poll; `reorder` delivers it after the one that follows it in the queue, in a webhook after the next one of its chat.",
  "Of webhooks: an attempt fails by `webhook_error`, an HTTP status; `webhook_timeout`; or `webhook_reset`, an ended connection.",
].join(" ");

const RULES = LINT_RULES.map(({ name, doc }) => `\`${name}\`: ${doc}`).join(" ");

const withValues: Schema = note(
  { type: "object" },
  'The parameters. Accounts and chats are named by user name or title; a message, callback query or invite link by the step that made it, as `step 2` or `step 2 echo_bot`; a date as `in 60 s`. In an answer, `{ matches: "Order [0-9]+" }` stands for every text that the regular expression matches.',
);
const files = list(object(["field", "size"], { field: str, size: int, file_name: str }));
const ANSWER = object(["bot", "calls"], {
  bot: str,
  calls: note(str, "A method of the bot API that changes something."),
  with: withValues,
  files,
  refused: note(str, "The description of the error with which it was answered."),
});
const REPLAYED_STEP = object(["person", "does", "outcome", "answers"], {
  person: str,
  does: str,
  with: withValues,
  outcome: oneOf(["played", "failed", "not_played"]),
  problem: note(str, "Why it failed, or what it waited for in vain."),
  answers: list(
    object(["outcome"], {
      outcome: note(
        oneOf(["equal", "changed", "missing", "extra"]),
        "`changed`: the same call with other parameters; `missing`: only recorded; `extra`: not recorded.",
      ),
      recorded: ANSWER,
      actual: ANSWER,
      differences: note(
        list(object(["path"], { path: note(str, "As `with.text`."), recorded: {}, actual: {} })),
        "Of a changed answer.",
      ),
    }),
  ),
});

/** The schemas by the names that declarations use. */
export const DEVELOPER_OBJECTS: Readonly<Record<string, Schema>> = {
  RecordedCall: object(["id", "revision", "api", "trace_id", "at_ms", "method", "status", "duration_ms", "files"], {
    id: int,
    revision: note(int, "Rises with every change of any entry of the list."),
    api: note(oneOf(["bot", "person", "webhook"]), "`webhook`: a method in a webhook's response."),
    trace_id: str,
    at_ms: ms,
    method: str,
    account_id: note(int, "The bot or person; absent if the credential was refused."),
    status: note(int, "The HTTP status; 0 if a fault rule prevented any response."),
    duration_ms: { type: "number" },
    of_console: note(yes, "The web client has made the call by itself while it showed the developer's pages."),
    fault: note(str, "The fault rule that applied: its id and its effect, as `1: error 429`."),
    params: note({}, "An object, or the beginning of its JSON if it is longer than 64 KiB."),
    files: list(object(["field", "size"], { field: str, file_name: str, content_type: str, size: int })),
    response: note({}, "An object, or the beginning of its JSON if it is longer than 64 KiB."),
  }),
  CallFile: object(["in", "field"], {
    in: note(oneOf(["params", "response"]), "`params`: the call has sent it; `response`: it was answered with it."),
    field: note(str, "The name of the part, or where it is in the parameters or in the result, as `media[0].media`."),
    source: note(oneOf(["upload", "address", "file_id"]), "How the call has sent it."),
    file_name: str,
    content_type: str,
    size: note(int, "Bytes of the upload."),
    stored: note(
      object(["kind", "mime_type", "size", "path"], {
        kind: oneOf(FILE_KINDS),
        mime_type: str,
        size: int,
        file_name: str,
        width: int,
        height: int,
        duration: note(int, "Seconds."),
        path: note(str, "The path from which it is downloaded with GET."),
        preview_path: note(str, "The path of a small picture of it."),
      }),
      "As the service has it now; absent if it has not kept the file, or has removed it since.",
    ),
  }),
  Scenario: whole({
    scenario: note({ const: 1 }, "The version of the form."),
    steps: list(
      object(["person", "does"], {
        person: note(str, "The user name; the name of a person who has none."),
        does: note(str, "A method of the user API."),
        with: withValues,
        files,
        answers: list(ANSWER),
      }),
    ),
  }),
  Replay: object(["is_equal", "steps"], {
    is_equal: note(bool, "Whether every step was played, and every answer was as recorded."),
    steps: list(REPLAYED_STEP),
    stopped: note(str, "Why the steps after the last one that was played were not."),
  }),
  Finding: object(["rule", "severity", "bot_id", "count", "first_at_ms", "last_at_ms", "message", "example"], {
    rule: note(oneOf(LINT_RULES.map(({ name }) => name)), RULES),
    severity: note(
      oneOf(["error", "warning", "info"]),
      "`error`: something does not work; `warning`: it may not work; `info`: it has no effect, or there is a newer form.",
    ),
    bot_id: int,
    count: note(int, "How often it was found in what is recorded."),
    first_at_ms: ms,
    last_at_ms: ms,
    message: note(str, "What is wrong, and what to do."),
    subject: note(
      str,
      "What it is about, as a method, a parameter or the data of a button, whose numbers and long ids are written `*`.",
    ),
    example: note(oneOf(["call", "update"]), "Whether it is shown by a call or by an update."),
    trace_id: note(str, "The newest example: the call itself, or the call that caused the update."),
  }),
  Fault: object(["id", "effect", "when", "matched", "applied", "is_over"], {
    id: int,
    effect: note(oneOf(Object.keys(TARGETS)), EFFECTS),
    when: oneOf(["before", "after"]),
    bot_id: int,
    method: str,
    chat_id: int,
    text: str,
    nth: int,
    probability: { type: "number" },
    count: int,
    error_code: int,
    description: str,
    retry_after: int,
    parameters: { type: "object" },
    delay_ms: int,
    cut_bytes: int,
    matched: note(int, "How often its conditions held, apart from `nth`, `probability` and `count`."),
    applied: note(int, "How often it has applied."),
    is_over: note(bool, "Whether it has applied as often as it may."),
  }),
  RecordedUpdate: object(["id", "revision", "bot_id", "kind", "chat_id", "at_ms", "state", "steps"], {
    id: int,
    revision: note(int, "Rises with every change of any entry of the list."),
    bot_id: int,
    update_id: note(int, "Absent if the update was not made."),
    kind: str,
    chat_id: int,
    message_id: int,
    trace_id: note(str, "The trace of the call that caused it."),
    at_ms: ms,
    state: note(
      oneOf(["not_made", "queued", "delivered", "confirmed", "removed", "left"]),
      "`removed`: it left the queue without a delivery, as with `drop_pending_updates` or after 24 hours. `left`: it left the queue while there were other nodes, and one of them may have delivered it.",
    ),
    reason: oneOf([
      "PRIVACY_MODE",
      "ALLOWED_UPDATES",
      "NOT_A_MEMBER",
      "NOT_AN_ADMINISTRATOR",
      "SENT_BY_A_BOT",
      "COULD_NOT_RECEIVE_ORIGINAL",
      "SUSPENDED",
    ]),
    steps: list(
      whole({ at_ms: ms, what: oneOf(["poll", "webhook", "webhook_failed", "confirmed", "removed", "left"]) }),
    ),
    body: note({}, "The object of the update."),
  }),
  WebhookAttempt: object(
    ["id", "revision", "bot_id", "update_id", "attempt", "url", "at_ms", "request_headers", "request_body"],
    {
      id: int,
      revision: note(int, "Rises with every change of any entry of the list."),
      bot_id: int,
      update_id: int,
      attempt: note(int, "1 for the first attempt of an update."),
      url: str,
      at_ms: ms,
      request_headers: texts,
      request_body: note({}, "The update, or the beginning of its JSON if it is longer than 64 KiB."),
      status: note(int, "Absent while the attempt is under way, and without a response."),
      response_headers: texts,
      response_body: str,
      error: note(str, "Why there was no response."),
      duration_ms: int,
      next_attempt_ms: ms,
      fault: note(str, "The fault rule that made it fail: its id and its effect."),
      redelivery_of: note(int, "The attempt whose request `redeliver` sent again."),
    },
  ),
};
