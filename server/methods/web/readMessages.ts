/** readMessages: moves the person's read pointer forward. */
import { changeSettings } from "../../app/chat-settings.ts";
import { tellsReaders } from "../../domain/chats.ts";
import { moveReadPointer } from "../../store/unread.ts";
import { deleteMentionsUpTo } from "../../store/mentions.ts";
import { lastMessageId } from "../../store/streams.ts";
import { chatId, messageId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const readMessages = webMethod({
  name: "readMessages",
  summary: "Marks a chat as read up to a message, and takes away the person's own mark that it is unread.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId(), message_id: messageId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { chat_id: 1002, message_id: 3 }, result: true },
  async run({ tx, chat, actor }, params) {
    const upTo = Math.min(params.message_id, await lastMessageId(tx, chat.id));
    if (await moveReadPointer(tx, chat.id, actor.id, upTo)) {
      const body = JSON.stringify({ read_up_to: upTo });
      if (tellsReaders(chat)) tx.append({ stream: chat.id, kind: "read", ref: actor.id, body });
      else tx.append({ stream: actor.id, kind: "read", ref: chat.id, body });
      await deleteMentionsUpTo(tx, actor.id, chat.id, upTo);
    }
    await changeSettings(tx, actor, chat, { is_marked_unread: false });
    return true;
  },
});
