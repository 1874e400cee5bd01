/** deleteBot: takes one of the person's own bots out of service, for good. */
import { deleteBot as remove } from "../../app/delete-bot.ts";
import { findManaged } from "../../app/manage-bots.ts";
import { refuse } from "../../domain/refusals.ts";
import { userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const deleteBot = webMethod({
  name: "deleteBot",
  summary: "Deletes one of the person's own bots: it leaves its chats and its user name is free; its messages stay.",
  effect: "wait",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  result: schemas.True,
  codes: [400, 401, 404],
  refusals: ["BOT_NOT_FOUND"],
  example: { request: { bot_id: 1004 }, result: true },
  async run({ deps, actor, now }, { bot_id }) {
    await deps.db.write(async (tx) => {
      const bot = (await findManaged(tx, actor.id, bot_id)) ?? refuse("BOT_NOT_FOUND");
      await remove(tx, bot.id, now);
    });
    deps.updates.webhookChanged(bot_id, false);
    deps.updates.tokenChanged(bot_id);
    return true;
  },
});
