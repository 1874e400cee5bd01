/** deleteMessage: takes a message out of its chat, for everybody. */
import { remove } from "../../app/edit.ts";
import { mayDelete } from "../deleting.ts";
import { chatId, messageId } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const deleteMessage = botMethod({
  name: "deleteMessage",
  summary: "Deletes the bot's own message, or anybody's with the right can_delete_messages.",
  effect: "write",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to delete" },
  fields: { chat_id: chatId(), message_id: messageId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ["DELETE_FORBIDDEN"],
  example: { request: { chat_id: 1001, message_id: 8 }, result: true },
  async run(call) {
    if (!mayDelete(call, call.message)) return call.fail("DELETE_FORBIDDEN");
    await remove(call.tx, call.chat, call.message);
    return true;
  },
});
