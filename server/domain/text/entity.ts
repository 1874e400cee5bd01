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
  | "custom_emoji";

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
}

/** The result of parsing markup: the plain text and its entities. */
export interface Parsed {
  readonly text: string;
  readonly entities: MessageEntity[];
}

/**
 * Thrown for a text that cannot be parsed. The message is Telegram's sentence; its offsets are UTF-8 bytes of the
 * input.
 */
export class EntityParseError extends Error {}

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
