/** The beginning of a message, for a row that shows one line of it. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { truncated } from "../domain/text/portable.ts";

/** UTF-16 units. */
const MAX_SHOWN_LENGTH = 256;

/**
 * A message with the beginning of its text or caption. Of the entities, the spoilers there are left, because a row must
 * not show what they hide. Keyboards and quotes are left out.
 */
export function shortMessage(message: Wire.Message): Wire.Message {
  const { text, entities, caption, caption_entities, reply_markup: _markup, quote: _quote, ...others } = message;
  const { rich_message: _rich, rich_source: _source, ...rest } = others;
  return {
    ...rest,
    ...(text === undefined ? {} : { text: truncated(text, MAX_SHOWN_LENGTH) }),
    ...(entities ? { entities: spoilersIn(entities) } : {}),
    ...(caption === undefined ? {} : { caption: truncated(caption, MAX_SHOWN_LENGTH) }),
    ...(caption_entities ? { caption_entities: spoilersIn(caption_entities) } : {}),
  };
}

function spoilersIn(entities: readonly Wire.MessageEntity[]): Wire.MessageEntity[] {
  return entities
    .filter(({ type, offset }) => type === "spoiler" && offset < MAX_SHOWN_LENGTH)
    .map((entity) => ({ ...entity, length: Math.min(entity.length, MAX_SHOWN_LENGTH - entity.offset) }));
}
