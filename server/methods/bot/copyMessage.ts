/** copyMessage: sends a message's content again, as the bot's own. */
import { chatId, described, messageId, optional, text } from "../fields.ts";
import { carried, findSource } from "../forwarding.ts";
import { CAPTION_PLACE, captionPlace } from "../looks.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { send, SEND_FIELDS, SEND_REFUSALS } from "../sending.ts";
import { withEntities } from "../editing.ts";
import { entitiesField, parseMode, readCaption } from "../text-fields.ts";

export const copyMessage = botMethod({
  name: "copyMessage",
  summary: "Copies a message to another chat without saying where it came from.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    from_chat_id: described(chatId(), "The chat the message is in."),
    message_id: messageId(),
    caption: described(optional(text({ keepsEmpty: true })), "A new caption for media; left out, the old one stays."),
    parse_mode: optional(parseMode()),
    caption_entities: optional(entitiesField()),
    ...CAPTION_PLACE,
    ...SEND_FIELDS,
  },
  result: schemas.MessageId,
  codes: [400, 401, 403, 404],
  refusals: [...SEND_REFUSALS, "MESSAGE_NOT_FOUND", "FORWARD_IMPOSSIBLE", "FORWARD_PROTECTED"],
  example: {
    request: { chat_id: 1001, from_chat_id: -1_000_000_000_001, message_id: 4 },
    result: { message_id: 11 },
  },
  prepare: (_deps, params) =>
    params.caption === undefined ? undefined : readCaption(params.caption, params.parse_mode, params.caption_entities),
  async run(call, params, caption) {
    const { tx, actor, now } = call;
    const source = await findSource(tx, actor, params.from_chat_id, params.message_id, "to copy", now);
    const { origin: _origin, ...content } = carried(source.content);
    const { caption_above: _above, ...placed } = content;
    const body =
      caption && content.media
        ? {
            text: caption.text,
            content: withEntities({ ...placed, ...captionPlace(content.media, params) }, caption.entities),
          }
        : { text: source.text, content };
    const [message] = await send(call, params, [body]);
    return { message_id: (message as { message_id: number }).message_id };
  },
});
