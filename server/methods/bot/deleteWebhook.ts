/** deleteWebhook: back to long polling (behaviour.md §6). */
import { deleteWebhook as forget, findWebhook } from "../../store/webhooks.ts";
import { Described } from "../answer.ts";
import { bool, described, optional } from "../fields.ts";
import { botMethod } from "../method.ts";
import { dropPending } from "../pending-updates.ts";
import { schemas } from "../schemas.ts";

export const deleteWebhook = botMethod({
  name: "deleteWebhook",
  summary: "Turns the webhook off, so that getUpdates works again.",
  effect: "wait",
  access: { scope: "self" },
  fields: { drop_pending_updates: described(optional(bool()), "Forget what is pending.") },
  result: schemas.True,
  codes: [400, 401],
  refusals: [],
  example: { request: { drop_pending_updates: false }, result: true },
  async run({ deps, actor }, params) {
    const existed = await deps.db.write(async (tx) => {
      const before = await findWebhook(tx, actor.id);
      if (params.drop_pending_updates) await dropPending(tx, actor.id);
      if (before) await forget(tx, actor.id);
      return before !== undefined;
    });
    if (existed) deps.updates.webhookChanged(actor.id, false);
    return new Described(true, existed ? "Webhook was deleted" : "Webhook is already deleted");
  },
});
