/** unpinAllChatMessages: takes every pin away. */
import { unpinMessages } from "../../app/pin.ts";
import { chatId } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const unpinAllChatMessages = botMethod({
  name: "unpinAllChatMessages",
  summary: "Unpins all messages of a chat.",
  effect: "write",
  access: { scope: "chat", rank: "member", ability: "pin_messages" },
  fields: { chat_id: chatId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, chat }) {
    await unpinMessages(tx, chat);
    return true;
  },
});
