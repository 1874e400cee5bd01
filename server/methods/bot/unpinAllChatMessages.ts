/** unpinAllChatMessages: unpins all messages of a chat. */
import { unpinMessages } from "../../app/messages/pin.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const unpinAllChatMessages = botMethod({
  name: "unpinAllChatMessages",
  summary: "Unpins all messages of a chat.",
  effect: "write",
  access: { scope: "chat", rank: "member", ability: "pin_messages" },
  fields: { chat_id: chatId() },
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, chat }) {
    await unpinMessages(tx, chat);
    return true;
  },
});
