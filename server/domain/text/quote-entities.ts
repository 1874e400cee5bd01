/** The formatting of a quoted part of a text. */
import type { EntityType, MessageEntity } from "./entity.ts";

/** Entity types that a quote keeps. Links, code and others are dropped, because they need the whole text. */
const QUOTED_TYPES: ReadonlySet<EntityType> = new Set([
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "custom_emoji",
  "date_time",
]);

/** The formatting of the range of `length` units from `from`, with offsets from there. Entities are cut at its ends. */
export function quoteEntities(entities: readonly MessageEntity[], from: number, length: number): MessageEntity[] {
  return entities.flatMap((entity) => {
    const start = Math.max(0, entity.offset - from);
    const end = Math.min(length, entity.offset + entity.length - from);
    return QUOTED_TYPES.has(entity.type) && start < end ? [{ ...entity, offset: start, length: end - start }] : [];
  });
}
