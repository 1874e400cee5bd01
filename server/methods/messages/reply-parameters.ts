/** `reply_parameters`: the message that is replied to, and the quoted part of it (behaviour.md §4). */
import { bool, chatId, int, object, optional, text, type Field, type Params } from "../engine/fields.ts";
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

/** The entities of the quote are dropped, because they are taken from the quoted message. */
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
