/** sendChatAction: shows the members of a chat what the bot is doing, for a few seconds. */
import { CHAT_ACTIONS } from "@heliogram/shared/chat-actions.ts";
import { publishAction } from "../messages/publish-action.ts";
import { chatId, described, int, oneOf, optional, telegramError } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { SENDING_REFUSALS } from "../messages/sending.ts";
import { THREAD_REFUSALS } from "../messages/threads.ts";

export const sendChatAction = botMethod({
  name: "sendChatAction",
  summary: "Shows in a chat what the bot is doing, for five seconds or until its next message.",
  effect: "read",
  rate: "actions",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    chat_id: chatId(),
    message_thread_id: described(optional(int()), "The topic; 1 is General, where it is shown by default."),
    action: telegramError(oneOf(...CHAT_ACTIONS), "wrong parameter action in request"),
  },
  refusals: [...THREAD_REFUSALS, ...SENDING_REFUSALS],
  example: { request: { chat_id: 1001, action: "typing" }, result: true },
  async run(call, params) {
    await publishAction(call, params.action, params.message_thread_id);
    return true;
  },
});
