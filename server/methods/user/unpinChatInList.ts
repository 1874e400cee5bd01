/** unpinChatInList: unpins a chat in the person's own list. */
import { unpinInList } from "../../app/chats/change-settings.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const unpinChatInList = userMethod({
  name: "unpinChatInList",
  summary: "Unpins a chat in the person's own list.",
  effect: "write",
  locksCaller: true,
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId() },
  example: { request: { chat_id: 1002 }, result: true },
  async run({ tx, chat, actor }) {
    await unpinInList(tx, actor, chat);
    return true as const;
  },
});
