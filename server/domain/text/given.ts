/** Entities as a sender gave them, beside a text instead of in it. */
import { byteOffset, DETECTED, EntityFault, type MessageEntity } from "./entity.ts";
import { linkTarget } from "./link.ts";

type Meaning = Omit<MessageEntity, "offset" | "length">;

const LOOKS: ReadonlySet<string> = new Set([
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "blockquote",
  "expandable_blockquote",
  "code",
]);

/**
 * The entities that `text` can carry. Their offsets count in `input`, the text as it was sent; those that are detected
 * anyway do not count. @throws EntityFault
 */
export function given(input: string, text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  const placed = input.length === text.length ? (place: number) => place : joinedLines(input);
  const usable: MessageEntity[] = [];
  for (const entity of entities) {
    const meaning = DETECTED.has(entity.type) ? undefined : meaningOf(entity);
    const { offset, length } = entity;
    if (!meaning || offset < 0 || length <= 0 || offset >= input.length) continue;
    const start = placed(offset);
    const end = placed(Math.min(offset + length, input.length));
    requireWhole(text, start, "begins");
    requireWhole(text, end, "ends");
    if (end > start) usable.push({ ...meaning, offset: start, length: end - start });
  }
  return usable;
}

/** What is in the place of a place in `input` once each of its CR LF is one character. */
function joinedLines(input: string): (place: number) => number {
  const joined = new Uint16Array(input.length + 1);
  for (let i = 0; i < input.length; i++) joined[i + 1] = joined[i]! + Number(input.startsWith("\r\n", i));
  return (place) => place - joined[place]!;
}

/** The type with what belongs to it, and nothing else; `undefined` where a link leads nowhere, which leaves plain text. */
function meaningOf({ type, url, user_id, language, custom_emoji_id }: MessageEntity): Meaning | undefined {
  if (LOOKS.has(type)) return { type };
  switch (type) {
    case "pre":
      return language === undefined ? { type } : { type, language };
    case "text_link":
      return linkTarget(url ?? lacks(type, "url"));
    case "text_mention":
      return { type, user_id: user_id ?? lacks(type, "user") };
    case "custom_emoji":
      return { type, custom_emoji_id: custom_emoji_id ?? lacks(type, "custom_emoji_id") };
    default:
      throw new EntityFault(`Unsupported entity type "${type}"`);
  }
}

function lacks(type: string, field: string): never {
  throw new EntityFault(`Entity "${type}" has no "${field}"`);
}

/** A character of two UTF-16 units is not taken apart: nobody could read what is left of it. */
function requireWhole(text: string, place: number, verb: string): void {
  const unit = text.charCodeAt(place);
  if (unit >= 0xdc00 && unit <= 0xdfff) {
    throw new EntityFault(`Entity ${verb} in the middle of a character at byte offset ${byteOffset(text, place - 1)}`);
  }
}
