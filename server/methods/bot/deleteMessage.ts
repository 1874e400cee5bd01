/** deleteMessage: deletes a message for everybody in its chat. */
import { removeMessage } from "../../app/messages/edit.ts";
import { mayDelete } from "../messages/deleting.ts";
import { chatId, messageId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const deleteMessage = botMethod({
  name: "deleteMessage",
  summary: "Deletes the caller's own message, or any message with the right can_delete_messages.",
  effect: "write",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to delete" },
  fields: { chat_id: chatId(), message_id: messageId() },
  refusals: ["DELETE_FORBIDDEN"],
  example: { request: { chat_id: 1001, message_id: 8 }, result: true },
  async run(call) {
    if (!mayDelete(call, call.message)) return call.fail("DELETE_FORBIDDEN");
    await removeMessage(call.tx, call.chat, call.message);
    return true;
  },
});
