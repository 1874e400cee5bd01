/** The webhook request with an update, for the OpenAPI document (behaviour.md §6). */
import { str } from "@heliogram/shared/wire/schema.ts";
import { Update } from "@heliogram/shared/wire/updates.ts";

const header = (name: string, required: boolean, description: string) => ({
  name,
  in: "header",
  required,
  description,
  schema: str,
});

/** The request that the service sends, and the responses that it understands. */
export function updateWebhook(): object {
  return {
    update: {
      post: {
        operationId: "webhook_update",
        summary: "An update for a bot that has set a webhook.",
        description:
          "One POST for each update. Updates of one chat are sent in order, updates of different chats in parallel, up to `max_connections`. " +
          "An update that is not confirmed is sent again, after 1 s at first and 2 min at most, until it is 24 hours old.",
        tags: ["bots"],
        security: [],
        parameters: [
          header("X-Telegram-Bot-Api-Secret-Token", false, "The `secret_token` of `setWebhook`, if one was set."),
          header("webhook-id", true, "The same for every attempt of one update."),
          header("webhook-timestamp", true, "Unix seconds of the attempt."),
          header("webhook-signature", false, "The signature of Standard Webhooks, if a `secret_token` was set."),
        ],
        requestBody: { required: true, content: { "application/json": { schema: Update } } },
        responses: {
          "2XX": {
            description:
              "The update is confirmed. A body with a `method` and its parameters, as JSON, urlencoded or multipart, is executed as a call of the bot.",
          },
          default: {
            description: "The update is not confirmed. A `Retry-After` header of up to an hour is respected.",
          },
        },
      },
    },
  };
}
