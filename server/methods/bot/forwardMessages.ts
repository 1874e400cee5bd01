/** forwardMessages: sends several messages to another chat, with their origins. */
import { bool, chatId, described, optional } from "../engine/fields.ts";
import { forwardableContent, originOf } from "../messages/forwarding.ts";
import { ascendingMessageIds, FORWARD_SEVERAL_REFUSALS, sendForwarded } from "../messages/forwarding-several.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const forwardMessages = botMethod({
  name: "forwardMessages",
  summary:
    "Forwards up to 100 messages to another chat; albums stay albums, and what cannot be forwarded is skipped. Returns the ids of the new messages.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    from_chat_id: described(chatId(), "The chat the messages are in."),
    message_ids: ascendingMessageIds(),
    disable_notification: optional(bool()),
    protect_content: optional(bool()),
  },
  result: arrayOfSchema(schemas.MessageId),
  refusals: FORWARD_SEVERAL_REFUSALS,
  example: {
    request: { chat_id: 1001, from_chat_id: -1_000_000_000_001, message_ids: [4, 5] },
    result: [{ message_id: 10 }, { message_id: 11 }],
  },
  async run(call, params) {
    const messages = await sendForwarded(call, params, "forward", (source) => ({
      text: source.text,
      content: { ...forwardableContent(source.content), origin: originOf(source) },
    }));
    return messages.map(({ message_id }) => ({ message_id }));
  },
});
