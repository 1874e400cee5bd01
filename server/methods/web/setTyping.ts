/** setTyping: shows the others of a chat what the person is doing. */
import { showAction } from "../acting.ts";
import { CHAT_ACTIONS } from "../bot/sendChatAction.ts";
import { chatId, oneOf, optional } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { SPEAK_REFUSALS } from "../sending.ts";

export const setTyping = webMethod({
  name: "setTyping",
  summary: "Shows the others of a chat that the person is typing, or what else they do.",
  effect: "read",
  rate: "actions",
  access: { scope: "chat", rank: "speaker" },
  fields: { chat_id: chatId(), action: optional(oneOf(...CHAT_ACTIONS)) },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: SPEAK_REFUSALS,
  example: { request: { chat_id: 1002 }, result: true },
  async run(call, { action }) {
    showAction(call, action ?? "typing");
    return true;
  },
});
