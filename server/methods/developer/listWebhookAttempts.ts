/** listWebhookAttempts: what was sent to webhooks, and what they answered. */
import { presentAttempt } from "./present-attempt.ts";
import { botField, idOf, LIST_FIELDS, listResult, readLog } from "./log-pages.ts";
import { described, int, optional } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const listWebhookAttempts = consoleMethod({
  name: "listWebhookAttempts",
  summary: "Lists the attempts to deliver updates to webhooks: request, response, latency and the next attempt.",
  effect: "wait",
  fields: {
    bot: botField(),
    update_id: described(optional(int()), "Only attempts to deliver this update."),
    ...LIST_FIELDS,
  },
  result: listResult({ attempts: arrayOfSchema(schemas.WebhookAttempt) }),
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { bot: "echo_bot" },
    result: {
      attempts: [
        {
          id: 1,
          revision: 2,
          bot_id: 1004,
          update_id: 7,
          attempt: 1,
          url: "http://127.0.0.1:3000/",
          at_ms: 1_767_225_600_000,
          request_headers: { "content-type": "application/json" },
          request_body: { update_id: 7 },
          error: "connect ECONNREFUSED 127.0.0.1:3000",
          duration_ms: 2,
          next_attempt_ms: 1_767_225_601_000,
        },
      ],
      revision: 2,
      log: "9c1d2b7a40e6f358",
    },
  },
  async run({ deps, logs, signal }, params) {
    const { update_id } = params;
    const bot_id = await idOf(deps, params.bot);
    const { records, ...position } = await readLog(
      logs,
      logs.attempts.log,
      { ...params, with_bodies: true },
      signal,
      (attempt) =>
        (bot_id === undefined || attempt.bot_id === bot_id) &&
        (update_id === undefined || attempt.update_id === update_id),
    );
    return { attempts: records.map(presentAttempt), ...position };
  },
});
