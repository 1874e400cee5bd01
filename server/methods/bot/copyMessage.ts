/** copyMessage: sends the content of a message again, as a message of the caller. */
import { chatId, described, messageId, optional, text } from "../engine/fields.ts";
import { copiedContent, findForwardableMessage } from "../messages/forwarding.ts";
import { CAPTION_POSITION_FIELDS, captionPosition } from "../messages/display-options.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";
import { withEntities } from "../messages/editing.ts";
import { entitiesField, parseMode, readCaption } from "../messages/text-fields.ts";

export const copyMessage = botMethod({
  name: "copyMessage",
  summary: "Copies a message to another chat, without its origin.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    from_chat_id: described(chatId(), "The chat the message is in."),
    message_id: messageId(),
    caption: described(optional(text({ keepsEmpty: true })), "A new caption for media; if omitted, the old one stays."),
    parse_mode: optional(parseMode()),
    caption_entities: optional(entitiesField()),
    ...CAPTION_POSITION_FIELDS,
    ...SEND_FIELDS,
  },
  result: schemas.MessageId,
  refusals: [...SEND_REFUSALS, "MESSAGE_NOT_FOUND", "FORWARD_IMPOSSIBLE", "FORWARD_PROTECTED"],
  example: {
    request: { chat_id: 1001, from_chat_id: -1_000_000_000_001, message_id: 4 },
    result: { message_id: 11 },
  },
  prepare: ({ params }) =>
    params.caption === undefined ? undefined : readCaption(params.caption, params.parse_mode, params.caption_entities),
  async run(call, params, caption) {
    const { tx, actor, now } = call;
    const source = await findForwardableMessage(tx, actor, params.from_chat_id, params.message_id, "to copy", now);
    const content = copiedContent(source.content);
    const { caption_above: _above, ...placed } = content;
    const body =
      caption && content.media
        ? {
            text: caption.text,
            content: withEntities({ ...placed, ...captionPosition(content.media, params) }, caption.entities),
          }
        : { text: source.text, content };
    const message = await sendOne(call, params, body);
    return { message_id: (message as { message_id: number }).message_id };
  },
});
