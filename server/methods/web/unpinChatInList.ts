/** unpinChatInList: a chat's place in the person's own list is again what its last message makes it. */
import { unpinInList } from "../../app/chat-settings.ts";
import { chatId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const unpinChatInList = webMethod({
  name: "unpinChatInList",
  summary: "Unpins a chat in the person's own list.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { chat_id: 1002 }, result: true },
  async run({ tx, chat, actor }) {
    await unpinInList(tx, actor, chat);
    return true as const;
  },
});
