/** A part of a text with its looks, for whoever quotes it. */
import type { EntityType, MessageEntity } from "./entity.ts";

/** What a quote keeps: links, code and the like are nothing without the whole. */
const LOOKS: ReadonlySet<EntityType> = new Set([
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "custom_emoji",
]);

/** @returns the looks of the part that begins at `from`, counted from there; what goes beyond its edges is cut off */
export function looksOfPart(entities: readonly MessageEntity[], from: number, length: number): MessageEntity[] {
  return entities.flatMap((entity) => {
    const start = Math.max(0, entity.offset - from);
    const end = Math.min(length, entity.offset + entity.length - from);
    return LOOKS.has(entity.type) && start < end ? [{ ...entity, offset: start, length: end - start }] : [];
  });
}
