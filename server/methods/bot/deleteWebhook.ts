/** deleteWebhook: removes the webhook, so that the bot can use long polling again (behaviour.md §6). */
import { removeWebhook } from "../../app/bots/set-webhook.ts";
import { lockCallingBot } from "./calling-bot.ts";
import { ResultWithDescription } from "../engine/api-response.ts";
import { bool, described, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const deleteWebhook = botMethod({
  name: "deleteWebhook",
  summary: "Removes the webhook, so that getUpdates works again.",
  effect: "wait",
  access: { scope: "self" },
  fields: { drop_pending_updates: described(optional(bool()), "Delete all pending updates.") },
  example: { request: { drop_pending_updates: false }, result: true },
  async run(call, params) {
    const { deps, actor } = call;
    const existed = await deps.db.write(async (tx) => {
      await lockCallingBot(tx, call);
      return removeWebhook(tx, actor.id, { drop_pending_updates: params.drop_pending_updates ?? false });
    });
    if (existed) await deps.updates.botChanged();
    return new ResultWithDescription(true, existed ? "Webhook was deleted" : "Webhook is already deleted");
  },
});
