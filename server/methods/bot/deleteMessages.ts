/** deleteMessages: deletes several messages of a chat; ids that do not exist are skipped. */
import { MAX_DELETED_MESSAGES } from "@heliogram/shared/limits.ts";
import { removeMessage } from "../../app/messages/edit.ts";
import type { Message } from "../../domain/messages.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { mayDelete } from "../messages/deleting.ts";
import { arrayOf, chatId, described, messageId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const deleteMessages = botMethod({
  name: "deleteMessages",
  summary:
    "Deletes up to 100 messages of a chat; ids that do not exist are skipped, the others are deleted all or none.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_ids: described(
      arrayOf(messageId(), { max: MAX_DELETED_MESSAGES, empty: "message identifiers are not specified" }),
      "1 to 100 message ids.",
    ),
  },
  refusals: ["DELETE_FORBIDDEN"],
  example: { request: { chat_id: 1001, message_ids: [8, 9] }, result: true },
  async run(call, params) {
    const found: Message[] = [];
    for (const id of new Set(params.message_ids)) {
      const message = await findMessage(call.tx, call.chat.id, id);
      if (message) found.push(message);
    }
    if (!found.every((message) => mayDelete(call, message))) return call.fail("DELETE_FORBIDDEN");
    for (const message of found) await removeMessage(call.tx, call.chat, message);
    return true;
  },
});
