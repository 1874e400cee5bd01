/** Entities: the parts of a text that mean or look like something. Offsets and lengths count UTF-16 units. */

export type EntityType =
  | "mention"
  | "hashtag"
  | "cashtag"
  | "bot_command"
  | "url"
  | "email"
  | "phone_number"
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

/** A text without its marks, and the entities the marks made. */
export interface Parsed {
  readonly text: string;
  readonly entities: MessageEntity[];
}

/** Entities that are found in the text itself and never taken from a sender. */
export const DETECTED: ReadonlySet<string> = new Set([
  "mention",
  "hashtag",
  "cashtag",
  "bot_command",
  "url",
  "email",
  "phone_number",
]);

/** Inside these, nothing is looked for. */
export const OPAQUE: ReadonlySet<string> = new Set(["code", "pre", "text_link", "text_mention", "custom_emoji"]);

/** A text that cannot be parsed. The message is Telegram's sentence, offsets in UTF-8 bytes of the input. */
export class EntityFault extends Error {}

/** Bytes of the UTF-8 form of `text` before the UTF-16 offset `end`. */
export function byteOffset(text: string, end: number): number {
  let bytes = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    // A surrogate is half of a character of four bytes.
    else if (code >= 0xd800 && code <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}
