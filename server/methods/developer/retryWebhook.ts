/** retryWebhook: repeats failed deliveries now. */
import { botOf } from "./named-accounts.ts";
import { chatId, described } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

export const retryWebhook = developerMethod({
  name: "retryWebhook",
  summary:
    "Repeats the failed deliveries to the webhook of a bot at once, without waiting for the time of their next attempt.",
  effect: "read",
  fields: { bot: described(chatId(), "A bot, by its id or user name.") },
  refusals: ["USER_NOT_FOUND"],
  example: { request: { bot: "echo_bot" }, result: true },
  async run({ tx, developer }, { bot }) {
    developer.webhooks.retryNow(await botOf(tx, bot));
    return true;
  },
});
