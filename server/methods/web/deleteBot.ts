/** deleteBot: takes one of the person's own bots out of service, for good. */
import { findManaged, removeBot } from "../../app/manage-bots.ts";
import { userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const deleteBot = webMethod({
  name: "deleteBot",
  summary: "Deletes one of the person's own bots: it leaves its chats and its user name is free; its messages stay.",
  effect: "write",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  result: schemas.True,
  codes: [400, 401, 404],
  refusals: ["BOT_NOT_FOUND"],
  example: { request: { bot_id: 1004 }, result: true },
  async run({ tx, actor, now, fail }, { bot_id }) {
    const bot = (await findManaged(tx, actor.id, bot_id)) ?? fail("BOT_NOT_FOUND");
    await removeBot(tx, actor.id, bot, now);
    return true;
  },
  after({ updates }, { bot_id }) {
    updates.webhookChanged(bot_id, false);
    updates.tokenChanged(bot_id);
  },
});
