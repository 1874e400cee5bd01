/** forwardMessage: sends a message to another chat, with its origin. */
import { bool, chatId, described, messageId, optional } from "../engine/fields.ts";
import { forwardableContent, findForwardableMessage, NO_REPLY_OR_KEYBOARD, originOf } from "../messages/forwarding.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { threadField } from "../messages/threads.ts";
import { sendOne, SEND_REFUSALS } from "../messages/sending.ts";

export const forwardMessage = botMethod({
  name: "forwardMessage",
  summary: "Forwards a message to another chat.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    from_chat_id: described(chatId(), "The chat the message is in."),
    message_id: messageId(),
    message_thread_id: threadField(),
    disable_notification: optional(bool()),
    protect_content: optional(bool()),
  },
  result: schemas.Message,
  refusals: [...SEND_REFUSALS, "MESSAGE_NOT_FOUND", "FORWARD_IMPOSSIBLE", "FORWARD_PROTECTED"],
  example: {
    request: { chat_id: 1001, from_chat_id: -1_000_000_000_001, message_id: 4 },
    result: {
      message_id: 10,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      forward_origin: {
        type: "user",
        date: 1_767_225_000,
        sender_user: { id: 1003, is_bot: false, first_name: "Bob", username: "bob" },
      },
      text: "See you at ten",
    },
  },
  async run(call, params) {
    const { tx, actor, now } = call;
    const source = await findForwardableMessage(tx, actor, params.from_chat_id, params.message_id, "to forward", now);
    const content = { ...forwardableContent(source.content), origin: originOf(source) };
    return sendOne(call, { ...NO_REPLY_OR_KEYBOARD, ...params }, { text: source.text, content });
  },
});
