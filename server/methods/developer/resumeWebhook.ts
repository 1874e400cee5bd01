/** resumeWebhook: delivers the updates of a bot again. */
import { botOf } from "./named-accounts.ts";
import { chatId, described } from "../engine/fields.ts";
import { developerMethod } from "./developer-method.ts";

export const resumeWebhook = developerMethod({
  name: "resumeWebhook",
  summary: "Ends `pauseWebhook`: the updates that have waited are delivered in order.",
  effect: "read",
  fields: { bot: described(chatId(), "A bot, by its id or user name.") },
  refusals: ["USER_NOT_FOUND"],
  example: { request: { bot: "echo_bot" }, result: true },
  async run({ tx, developer }, { bot }) {
    developer.webhooks.resume(await botOf(tx, bot));
    return true;
  },
});
