/** pauseWebhook: lets the updates of a bot wait. */
import { botOf } from "./named-accounts.ts";
import { chatId, described } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

export const pauseWebhook = developerMethod({
  name: "pauseWebhook",
  summary:
    "Lets the updates for the webhook of a bot wait in its queue until `resumeWebhook`, also if the webhook is set again. Deliveries in flight go on.",
  effect: "read",
  fields: { bot: described(chatId(), "A bot, by its id or user name.") },
  refusals: ["USER_NOT_FOUND"],
  example: { request: { bot: "echo_bot" }, result: true },
  async run({ tx, developer }, { bot }) {
    developer.webhooks.pause(await botOf(tx, bot));
    return true;
  },
});
