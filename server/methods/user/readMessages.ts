/** readMessages: moves the person's read pointer forward. */
import { changeSettings } from "../../app/chats/change-settings.ts";
import { markRead } from "../../app/messages/receipts.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import { chatId, messageId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const readMessages = userMethod({
  name: "readMessages",
  summary: "Marks a chat as read up to a message, and removes the person's own unread mark.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId(), message_id: messageId() },
  example: { request: { chat_id: 1002, message_id: 3 }, result: true },
  async run({ tx, chat, actor }, params) {
    await markRead(tx, chat, actor.id, Math.min(params.message_id, await lastMessageId(tx, chat.id)));
    await changeSettings(tx, actor, chat, { is_marked_unread: false });
    return true;
  },
});
