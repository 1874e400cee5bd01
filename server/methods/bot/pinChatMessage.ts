/** pinChatMessage: pins a message in its chat. */
import { pinMessage } from "../../app/messages/pin.ts";
import { bool, chatId, messageId, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const pinChatMessage = botMethod({
  name: "pinChatMessage",
  summary: "Pins a message.",
  effect: "write",
  access: {
    scope: "chat",
    rank: "member",
    message: "message_id",
    purpose: "to pin",
    uses: true,
    ability: "pin_messages",
  },
  fields: { chat_id: chatId(), message_id: messageId(), disable_notification: optional(bool()) },
  refusals: ["PIN_IMPOSSIBLE"],
  example: { request: { chat_id: -1_000_000_000_001, message_id: 4 }, result: true },
  async run({ tx, deps, chat, actor, member, message, now, fail }, { disable_notification = false }) {
    // Pinning the service message about a pin would nest service messages without end.
    if (message.content.service) return fail("PIN_IMPOSSIBLE");
    await pinMessage(tx, deps.app, chat, { account: actor, member }, message, disable_notification, now);
    return true;
  },
});
