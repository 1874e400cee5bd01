/** sendChatAction: shows the members of a chat what the bot is doing, for a few seconds. */
import { CHAT_ACTIONS } from "@heliogram/shared/chat-actions.ts";
import { publishAction } from "../messages/publish-action.ts";
import { chatId, oneOf, telegramError } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { SENDING_REFUSALS } from "../messages/sending.ts";

export const sendChatAction = botMethod({
  name: "sendChatAction",
  summary: "Shows in a chat what the bot is doing, for five seconds or until its next message.",
  effect: "read",
  rate: "actions",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    chat_id: chatId(),
    action: telegramError(oneOf(...CHAT_ACTIONS), "wrong parameter action in request"),
  },
  refusals: SENDING_REFUSALS,
  example: { request: { chat_id: 1001, action: "typing" }, result: true },
  async run(call, params) {
    publishAction(call, params.action);
    return true;
  },
});
