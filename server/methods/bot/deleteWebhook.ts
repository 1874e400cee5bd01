/** deleteWebhook: removes the webhook, so that the bot can use long polling again (behaviour.md §6). */
import { deleteWebhook as forget, findWebhook } from "../../store/queries/bots/webhooks.ts";
import { tellNodes } from "../../store/queries/streams/service-stream.ts";
import { lockCallingBot } from "./calling-bot.ts";
import { ResultWithDescription } from "../engine/api-response.ts";
import { bool, described, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { dropPending } from "./pending-updates.ts";
import { schemas } from "../engine/schemas.ts";

export const deleteWebhook = botMethod({
  name: "deleteWebhook",
  summary: "Removes the webhook, so that getUpdates works again.",
  effect: "wait",
  access: { scope: "self" },
  fields: { drop_pending_updates: described(optional(bool()), "Delete all pending updates.") },
  result: schemas.True,
  example: { request: { drop_pending_updates: false }, result: true },
  async run(call, params) {
    const { deps, actor } = call;
    const existed = await deps.db.write(async (tx) => {
      await lockCallingBot(tx, call);
      const before = await findWebhook(tx, actor.id);
      if (params.drop_pending_updates) await dropPending(tx, actor.id);
      if (!before) return false;
      await forget(tx, actor.id);
      tellNodes(tx, "webhook", actor.id);
      return true;
    });
    if (existed) await deps.updates.botChanged();
    return new ResultWithDescription(true, existed ? "Webhook was deleted" : "Webhook is already deleted");
  },
});
