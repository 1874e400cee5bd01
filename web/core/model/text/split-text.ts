/** Splits a text that is too long for one message, at line or word boundaries if possible. */
import { MAX_TEXT } from "@heliogram/shared/limits.ts";
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import type { FormattedText } from "./markdown.ts";

/** The length in code points. */
export function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function splitText(formatted: FormattedText, most: number = MAX_TEXT): FormattedText[] {
  const { text, entities } = formatted;
  // Its source is short enough.
  if (formatted.rich_source !== undefined) return [formatted];
  const parts: FormattedText[] = [];
  for (let from = 0; from < text.length;) {
    const to = endOfPart(text, from, most);
    const words = text.slice(from, to);
    if (words.trim() !== "") parts.push({ text: words, entities: inside(entities, from, to) });
    from = to;
  }
  return parts;
}

function endOfPart(text: string, from: number, most: number): number {
  let end = from;
  let room = most;
  for (const character of text.slice(from, from + most * 2)) {
    if (room-- === 0) break;
    end += character.length;
  }
  if (end >= text.length) return text.length;
  const half = from + (end - from) / 2;
  for (const pause of ["\n", " "]) {
    const at = text.lastIndexOf(pause, end - 1);
    if (at >= half) return at + 1;
  }
  return end;
}

/** An entity across the cut continues in the next part. */
function inside(entities: readonly MessageEntity[], from: number, to: number): MessageEntity[] {
  return entities.flatMap((entity) => {
    const start = Math.max(from, entity.offset);
    const end = Math.min(to, entity.offset + entity.length);
    return end > start ? [{ ...entity, offset: start - from, length: end - start }] : [];
  });
}
