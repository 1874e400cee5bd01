/** Message entities: ranges of a text with formatting or a meaning. Offsets and lengths are in UTF-16 units. */
import type { DetectedEntity } from "@heliogram/shared/text/detected-entity.ts";

export type EntityType =
  | DetectedEntity["type"]
  | "bold"
  | "italic"
  | "underline"
  | "strikethrough"
  | "spoiler"
  | "blockquote"
  | "expandable_blockquote"
  | "code"
  | "pre"
  | "text_link"
  | "text_mention"
  | "custom_emoji"
  | "date_time";

export interface MessageEntity {
  readonly type: EntityType;
  readonly offset: number;
  readonly length: number;
  /** Of a `text_link`. */
  readonly url?: string;
  /** Of a `text_mention`. */
  readonly user_id?: number;
  /** Of a `pre`. */
  readonly language?: string;
  readonly custom_emoji_id?: string;
  /** Of a `date_time`, in seconds. */
  readonly unix_time?: number;
  /** Of a `date_time`: `r`, or some of `w`, `d` or `D`, and `t` or `T`; empty to show the text. */
  readonly date_time_format?: string;
}

/** An entity without its place. */
export type EntityMeaning = Omit<MessageEntity, "offset" | "length">;

/** The result of parsing markup: the plain text and its entities. */
export interface Parsed {
  readonly text: string;
  readonly entities: MessageEntity[];
}

/** Gives the place of a UTF-16 offset of the parsed input in UTF-8 bytes of the text as it was sent. */
export type ByteOffset = (at: number) => number;

/** Thrown for a text that cannot be parsed. The sentence is Telegram's, where it has one. */
export class EntityParseError extends Error {
  readonly sentence: (byteOffset: ByteOffset) => string;

  constructor(sentence: string | ((byteOffset: ByteOffset) => string)) {
    super("can't parse entities");
    this.sentence = typeof sentence === "string" ? () => sentence : sentence;
  }
}

/** How many UTF-8 bytes precede the UTF-16 offset `end` of `text`. */
export function byteOffset(text: string, end: number): number {
  let bytes = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    // A surrogate is half of a character of four bytes in UTF-8.
    else if (code >= 0xd800 && code <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}
