/** deleteBot: deletes one of the person's bots; this cannot be undone. */
import { findManagedToDelete, removeBot } from "../../app/bots/bot-administration.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const deleteBot = userMethod({
  name: "deleteBot",
  summary: "Deletes one of the person's bots: it leaves its chats and its user name becomes free; its messages stay.",
  effect: "write",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  refusals: ["BOT_NOT_FOUND"],
  example: { request: { bot_id: 1004 }, result: true },
  async run({ tx, actor, now, fail }, { bot_id }) {
    const bot = (await findManagedToDelete(tx, actor.id, bot_id)) ?? fail("BOT_NOT_FOUND");
    await removeBot(tx, actor.id, bot, now);
    return true;
  },
  after: ({ updates }) => updates.botChanged(),
});
