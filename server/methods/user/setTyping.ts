/** setTyping: shows the members of a chat what the person is doing. */
import { publishAction } from "../messages/publish-action.ts";
import { CHAT_ACTIONS } from "@heliogram/shared/chat-actions.ts";
import { chatId, oneOf, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { SENDING_REFUSALS } from "../messages/sending.ts";

export const setTyping = userMethod({
  name: "setTyping",
  summary: "Shows in a chat that the person is typing, or another chat action.",
  effect: "read",
  rate: "actions",
  access: { scope: "chat", rank: "speaker" },
  fields: { chat_id: chatId(), action: optional(oneOf(...CHAT_ACTIONS)) },
  refusals: SENDING_REFUSALS,
  example: { request: { chat_id: 1002 }, result: true },
  async run(call, { action }) {
    publishAction(call, action ?? "typing");
    return true;
  },
});
