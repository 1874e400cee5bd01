/** unpinChatMessage: unpins one message, by default the one pinned last. */
import { unpinMessages } from "../../app/messages/pin.ts";
import { isPinned, pinnedMessages } from "../../store/queries/messages/pins.ts";
import { chatId, described, messageId, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const unpinChatMessage = botMethod({
  name: "unpinChatMessage",
  summary: "Unpins a message; without message_id, the one that was pinned last.",
  effect: "write",
  access: { scope: "chat", rank: "member", ability: "pin_messages" },
  fields: { chat_id: chatId(), message_id: described(optional(messageId()), "The message to unpin.") },
  refusals: ["MESSAGE_NOT_FOUND"],
  example: { request: { chat_id: -1_000_000_000_001, message_id: 4 }, result: true },
  async run({ tx, chat, fail }, params) {
    const id = params.message_id ?? (await pinnedMessages(tx, chat.id, 1))[0];
    if (id === undefined || !(await isPinned(tx, chat.id, id))) return fail("MESSAGE_NOT_FOUND", "to unpin");
    await unpinMessages(tx, chat, id);
    return true;
  },
});
