/** Checks the entities that a sender passed in a parameter, next to the text. */
import { DETECTED_TYPES } from "@heliogram/shared/text/detected-entity.ts";
import { dateTime } from "./date-time.ts";
import { EntityParseError, type EntityMeaning, type MessageEntity } from "./entity.ts";
import { linkTarget } from "./link-target.ts";

/** What is detected anyway is ignored when a sender passes it. */
const IGNORED_TYPES: ReadonlySet<string> = new Set(DETECTED_TYPES);
const FORMATTING_TYPES: ReadonlySet<string> = new Set([
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
 * The valid entities for `text`. The offsets passed in count in `input`, the text as it was sent. Entities of types that
 * are detected anyway are ignored. @throws EntityParseError, also for what is beyond the text
 */
export function explicitEntities(input: string, text: string, entities: readonly MessageEntity[]): MessageEntity[] {
  const placed = input.length === text.length ? (place: number) => place : crlfMapping(input);
  const usable: MessageEntity[] = [];
  for (const entity of entities) {
    const meaning = IGNORED_TYPES.has(entity.type) ? undefined : meaningOf(entity);
    if (!meaning) continue;
    requireInside(input, entity);
    if (entity.length === 0) continue;
    const start = placed(entity.offset);
    const end = placed(entity.offset + entity.length);
    requireCharacterBoundary(text, start, "begins");
    requireCharacterBoundary(text, end, "ends");
    if (end > start) usable.push({ ...meaning, offset: start, length: end - start });
  }
  return usable;
}

function requireInside(input: string, { offset, length }: MessageEntity): void {
  if (offset < 0) throw new EntityParseError(`Receive an entity with incorrect offset ${offset}`);
  if (length < 0) throw new EntityParseError(`Receive an entity with incorrect length ${length}`);
  if (length > 0 && offset >= input.length) {
    throw new EntityParseError(`Entity begins after the end of the text at UTF-16 offset ${offset}`);
  }
  if (length > 0 && offset + length > input.length) {
    const sentence = `Entity beginning at UTF-16 offset ${offset} ends after the end of the text`;
    throw new EntityParseError(`${sentence} at UTF-16 offset ${offset + length}`);
  }
}

/** Maps an offset of `input` to the offset in the text in which each CR LF is one character. */
function crlfMapping(input: string): (place: number) => number {
  const joined = new Uint16Array(input.length + 1);
  for (let i = 0; i < input.length; i++) joined[i + 1] = joined[i]! + Number(input.startsWith("\r\n", i));
  return (place) => place - joined[place]!;
}

/** The entity type with its own fields only; `undefined` for an invalid link or time, which stays plain text. */
function meaningOf(entity: MessageEntity): EntityMeaning | undefined {
  const { type, url, user_id, language, custom_emoji_id, unix_time, date_time_format } = entity;
  if (FORMATTING_TYPES.has(type)) return { type };
  switch (type) {
    case "pre":
      return language === undefined ? { type } : { type, language };
    case "text_link":
      return linkTarget(url ?? failMissing(type, "url"));
    case "text_mention":
      return { type, user_id: user_id ?? failMissing(type, "user") };
    case "custom_emoji":
      return { type, custom_emoji_id: custom_emoji_id ?? failMissing(type, "custom_emoji_id") };
    case "date_time":
      return dateTime(unix_time ?? failMissing(type, "unix_time"), date_time_format);
    default:
      throw new EntityParseError(`Unsupported entity type "${type}"`);
  }
}

function failMissing(type: string, field: string): never {
  throw new EntityParseError(`Entity "${type}" has no "${field}"`);
}

/** Throws if `place` is between the two UTF-16 units of a character. */
function requireCharacterBoundary(text: string, place: number, verb: string): void {
  const unit = text.charCodeAt(place);
  if (unit >= 0xdc00 && unit <= 0xdfff) {
    throw new EntityParseError(
      (byteOffset) => `Entity ${verb} in the middle of a character at byte offset ${byteOffset(place - 1)}`,
    );
  }
}
