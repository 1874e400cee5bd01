/** banChatSenderChat: succeeds without effect, because nobody can write in the name of another chat (behaviour.md §3). */
import { botMethod } from "../engine/method.ts";
import { checkSenderChat, SENDER_CHAT_ACCESS, SENDER_CHAT_FIELDS } from "./sender-chats.ts";

export const banChatSenderChat = botMethod({
  name: "banChatSenderChat",
  summary: "Forbids writing in the name of another chat. Nobody can do that in this service, so nothing changes.",
  effect: "write",
  access: SENDER_CHAT_ACCESS,
  fields: SENDER_CHAT_FIELDS,
  refusals: ["SENDER_CHAT_INVALID"],
  example: { request: { chat_id: -1_000_000_000_001, sender_chat_id: -1_000_000_000_777 }, result: true },
  async run({ chat, fail }, { sender_chat_id }) {
    checkSenderChat(chat, sender_chat_id, fail);
    return true;
  },
});
