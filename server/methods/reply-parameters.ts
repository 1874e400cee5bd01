/** `reply_parameters`: which message is answered, and the part of it that is quoted (behaviour.md §4). */
import { bool, chatId, int, object, optional, text, type Field, type Params } from "./fields.ts";
import { entitiesField, parseMode, readCaption } from "./text-fields.ts";

const FIELDS = {
  message_id: int(),
  chat_id: optional(chatId()),
  allow_sending_without_reply: optional(bool()),
  quote: optional(text({ max: 4096 })),
  quote_parse_mode: optional(parseMode()),
  quote_entities: optional(entitiesField()),
  quote_position: optional(int()),
};

type ReplyParameters = Omit<Params<typeof FIELDS>, "quote_parse_mode" | "quote_entities">;

/** The quote without its marks: how it looks, the message that is quoted says itself. */
export function replyParameters(): Field<ReplyParameters> {
  const plain = object(FIELDS, {
    syntax: "can't parse reply parameters JSON object",
    shape: "object expected as reply parameters",
  });
  return {
    ...plain,
    read(raw, name) {
      const { quote_parse_mode, quote_entities, quote, ...rest } = plain.read(raw, name);
      return { ...rest, quote: quote && readCaption(quote, quote_parse_mode, quote_entities).text };
    },
  };
}
