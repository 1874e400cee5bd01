/** pinChatMessage: keeps a message at the top of its chat. */
import { pinMessage } from "../../app/pin.ts";
import { bool, chatId, messageId, optional } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

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
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ["PIN_IMPOSSIBLE"],
  example: { request: { chat_id: -1_000_000_000_001, message_id: 4 }, result: true },
  async run({ tx, deps, chat, actor, member, message, now, fail }, { disable_notification = false }) {
    // The news of a pin would hold the news of the one before it, and so on without end.
    if (message.content.service) return fail("PIN_IMPOSSIBLE");
    await pinMessage(tx, deps.env, chat, { account: actor, member }, message, disable_notification, now);
    return true;
  },
});
