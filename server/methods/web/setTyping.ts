/** setTyping: shows the others of a chat what the person is doing. */
import { CHAT_ACTIONS } from "../bot/sendChatAction.ts";
import { chatId, oneOf, optional } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const setTyping = webMethod({
  name: "setTyping",
  summary: "Shows the others of a chat that the person is typing, or what else they do.",
  effect: "read",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId(), action: optional(oneOf(...CHAT_ACTIONS)) },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: [],
  example: { request: { chat_id: 1002 }, result: true },
  async run({ deps, chat, actor }, { action }) {
    deps.presence.acting(chat.id, actor.id, action ?? "typing");
    return true;
  },
});
