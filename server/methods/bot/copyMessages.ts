/** copyMessages: sends the content of several messages again, as messages of the caller. */
import { bool, chatId, described, optional } from "../engine/fields.ts";
import { withEntities } from "../messages/editing.ts";
import { copiedContent } from "../messages/forwarding.ts";
import { ascendingMessageIds, FORWARD_SEVERAL_REFUSALS, sendForwarded } from "../messages/forwarding-several.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const copyMessages = botMethod({
  name: "copyMessages",
  summary:
    "Copies up to 100 messages to another chat, without their origins; albums stay albums, and what cannot be copied is skipped.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    from_chat_id: described(chatId(), "The chat the messages are in."),
    message_ids: ascendingMessageIds(),
    disable_notification: optional(bool()),
    protect_content: described(optional(bool()), "Keep others from forwarding the messages."),
    remove_caption: described(optional(bool()), "Copy media without captions."),
  },
  result: arrayOfSchema(schemas.MessageId),
  refusals: FORWARD_SEVERAL_REFUSALS,
  example: {
    request: { chat_id: 1001, from_chat_id: -1_000_000_000_001, message_ids: [4, 5] },
    result: [{ message_id: 10 }, { message_id: 11 }],
  },
  async run(call, params) {
    const messages = await sendForwarded(call, params, "copy", (source) => {
      const content = copiedContent(source.content);
      if (!params.remove_caption || !content.media) return { text: source.text, content };
      const { caption_above: _above, ...rest } = content;
      return { text: "", content: withEntities(rest, []) };
    });
    return messages.map(({ message_id }) => ({ message_id }));
  },
});
