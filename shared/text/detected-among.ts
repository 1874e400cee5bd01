/** Combines what a sender marked in a text with what is detected in it. */
import { detect } from "./detect.ts";
import type { DetectedEntity } from "./detected-entity.ts";

/** A range that the sender marked. */
interface Marked {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** Entity types inside which nothing is detected. */
const OPAQUE_TYPES: ReadonlySet<string> = new Set(["code", "pre", "text_link", "text_mention", "custom_emoji"]);
const QUOTE_TYPES: ReadonlySet<string> = new Set(["blockquote", "expandable_blockquote"]);

/**
 * What is detected in `text`, sorted, without what overlaps code, a link, a mention or a custom emoji that the sender
 * marked, or what is only partly in a quote.
 */
export function detectedAmong(text: string, marked: readonly Marked[]): DetectedEntity[] {
  const found = detect(text);
  if (found.length === 0 || marked.length === 0) return found;
  const opaque = marked.filter(({ type }) => OPAQUE_TYPES.has(type));
  const edges = marked
    .filter(({ type }) => QUOTE_TYPES.has(type))
    .flatMap(({ offset, length }) => [
      { offset, length: 0 },
      { offset: offset + length, length: 0 },
    ]);
  return apart(apart(found, opaque), edges);
}

/** The entities of `found` (sorted, not overlapping) that have no unit, and no inner edge, in one of the ranges. */
function apart(found: DetectedEntity[], ranges: readonly Omit<Marked, "type">[]): DetectedEntity[] {
  if (ranges.length === 0) return found;
  const sorted = [...ranges].sort((a, b) => a.offset - b.offset);
  let next = 0;
  let taken = 0;
  return found.filter(({ offset, length }) => {
    for (; next < sorted.length && sorted[next]!.offset < offset + length; next += 1) {
      taken = Math.max(taken, sorted[next]!.offset + sorted[next]!.length);
    }
    return taken <= offset;
  });
}
