/** readMessages: moves the person's read pointer forward. */
import { changeSettings } from "../../app/chats/chat-settings.ts";
import { showsReadReceipts } from "../../domain/chats.ts";
import { moveReadPointer } from "../../store/queries/members/unread.ts";
import { deleteMentionsUpTo } from "../../store/queries/members/mentions.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import { chatId, messageId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const readMessages = userMethod({
  name: "readMessages",
  summary: "Marks a chat as read up to a message, and removes the person's own unread mark.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId(), message_id: messageId() },
  result: schemas.True,
  example: { request: { chat_id: 1002, message_id: 3 }, result: true },
  async run({ tx, chat, actor }, params) {
    const upTo = Math.min(params.message_id, await lastMessageId(tx, chat.id));
    if (await moveReadPointer(tx, chat.id, actor.id, upTo)) {
      const body = JSON.stringify({ read_up_to: upTo });
      if (showsReadReceipts(chat)) tx.append({ stream: chat.id, kind: "read", ref: actor.id, body });
      else tx.append({ stream: actor.id, kind: "read", ref: chat.id, body });
      await deleteMentionsUpTo(tx, actor.id, chat.id, upTo);
    }
    await changeSettings(tx, actor, chat, { is_marked_unread: false });
    return true;
  },
});
