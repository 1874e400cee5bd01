/** redeliver: sends the request of a webhook attempt again. */
import { presentAttempt } from "./present-attempt.ts";
import { described, int } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const redeliver = developerMethod({
  name: "redeliver",
  summary:
    "Sends the request of a recorded attempt to the bot's webhook again, with the same headers and byte for byte the same body, and waits for the response. It is recorded as an attempt. The queue of updates does not change, and a method in the response is not executed.",
  effect: "wait",
  fields: { attempt: described(int(), "The `id` of the attempt.") },
  result: objectOfSchema({ attempt: schemas.WebhookAttempt }),
  refusals: ["ATTEMPT_NOT_FOUND", "NO_WEBHOOK"],
  example: {
    request: { attempt: 1 },
    result: {
      attempt: {
        id: 2,
        revision: 4,
        bot_id: 1004,
        update_id: 7,
        attempt: 1,
        redelivery_of: 1,
        url: "http://127.0.0.1:3000/",
        at_ms: 1_767_225_600_000,
        request_headers: { "content-type": "application/json" },
        request_body: { update_id: 7 },
        status: 200,
        response_headers: {},
        response_body: "",
        duration_ms: 2,
      },
    },
  },
  async run({ developer, fail }, { attempt: id }) {
    const recorded = developer.attempts.log.get(id) ?? fail("ATTEMPT_NOT_FOUND");
    const attempt = (await developer.webhooks.redeliver(recorded)) ?? fail("NO_WEBHOOK");
    return { attempt: presentAttempt(attempt) };
  },
});
