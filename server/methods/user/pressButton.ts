/** pressButton: presses an inline button; its bot gets a callback query. */
import { queueUpdate } from "../../app/messages/deliver.ts";
import { hasCallback } from "../../domain/markup.ts";
import { presentMessage } from "../../present/messages.ts";
import { presentUserToBot } from "../../present/users.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";
import { insertQuery } from "../../store/queries/bots/callback-queries.ts";
import { chatId, messageId, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const pressButton = userMethod({
  name: "pressButton",
  summary: "Presses an inline button; the bot's answer arrives over the event stream.",
  effect: "write",
  rate: "presses",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to press a button of" },
  fields: { chat_id: chatId(), message_id: messageId(), callback_data: text({ max: 64 }) },
  result: objectOfSchema({ callback_query_id: schemas.String }),
  refusals: ["BUTTON_NOT_FOUND"],
  example: {
    request: { chat_id: 1004, message_id: 8, callback_data: "yes" },
    result: { callback_query_id: "4611686018427387904" },
  },
  async run({ tx, actor, chat, message, deps, now, fail }, { callback_data }) {
    const bot = await findBot(tx, message.sender_id);
    if (!bot || !hasCallback(message.content.markup, callback_data)) return fail("BUTTON_NOT_FOUND");
    const id = (deps.random.bytes(8).readBigUInt64BE() >> 1n).toString();
    const place = { chat_id: chat.id, message_id: message.message_id };
    await insertQuery(tx, { id, bot_id: bot.id, account_id: actor.id, ...place, at: now });
    const context = new ViewerContext(tx, bot, deps.app.fileIds).withAccount(actor);
    queueUpdate(tx, deps.app, bot, "callback_query", chat.id, {
      id,
      from: presentUserToBot(actor),
      message: await presentMessage(context, chat, message),
      chat_instance: String(chat.id),
      data: callback_data,
    });
    return { callback_query_id: id };
  },
});
