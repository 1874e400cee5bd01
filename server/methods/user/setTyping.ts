/** setTyping: shows the members of a chat what the person is doing. */
import { publishAction } from "../messages/publish-action.ts";
import { CHAT_ACTIONS } from "@heliogram/shared/chat-actions.ts";
import { chatId, oneOf, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { SENDING_REFUSALS } from "../messages/sending.ts";
import { THREAD_REFUSALS } from "../messages/threads.ts";
import { topicId } from "../messages/topics.ts";

export const setTyping = userMethod({
  name: "setTyping",
  summary: "Shows in a chat that the person is typing, or another chat action.",
  effect: "read",
  rate: "actions",
  access: { scope: "chat", rank: "speaker" },
  fields: { chat_id: chatId(), message_thread_id: optional(topicId()), action: optional(oneOf(...CHAT_ACTIONS)) },
  refusals: [...THREAD_REFUSALS, ...SENDING_REFUSALS],
  example: { request: { chat_id: 1002 }, result: true },
  async run(call, { action, message_thread_id }) {
    await publishAction(call, action ?? "typing", message_thread_id);
    return true;
  },
});
