/** Cleans texts of characters that have no place in a message. */
import { byteOffset, type ByteOffset, type MessageEntity } from "./entity.ts";
import { joined, type Range } from "./ranges.ts";

// oxlint-disable-next-line no-control-regex -- the pattern is meant to match control characters
const REPLACED = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/g;

/**
 * Replaces control characters by spaces, each CR LF by a line feed, and lone surrogates by the replacement character.
 * Tabs stay: which of them are in code is not known yet.
 */
export function clean(input: string): string {
  // oxlint-disable-next-line no-control-regex -- as above
  if (!/[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029\ud800-\udfff]/.test(input)) return input;
  return input.toWellFormed().replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(REPLACED, " ");
}

/** Replaces tabs outside of code by spaces. */
export function replaceTabs(text: string, entities: readonly MessageEntity[]): string {
  if (!text.includes("\t")) return text;
  const code = joined<Range>(entities.filter(({ type }) => type === "pre" || type === "code"));
  let replaced = "";
  let at = 0;
  for (const { offset, length } of code) {
    replaced += text.slice(at, offset).replaceAll("\t", " ") + text.slice(offset, offset + length);
    at = offset + length;
  }
  return replaced + text.slice(at).replaceAll("\t", " ");
}

/** Byte offsets in `raw` for places in the cleaned text, where each CR LF is one character. */
export function byteOffsetsIn(raw: string): ByteOffset {
  return (at) => {
    let place = 0;
    for (let i = 0; i < at; i++) place += raw.startsWith("\r\n", place) ? 2 : 1;
    return byteOffset(raw, place);
  };
}
