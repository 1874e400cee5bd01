/** An excerpt of a message's text on one line, starting shortly before the first match, with the matches marked. */
import type { Message } from "@heliogram/shared/wire.ts";
import { textOf } from "./content.ts";
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";

/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * Characters before the first match, and further characters in which a word boundary is searched; a phone shows about
 * 25.
 */
const CONTEXT = 8;
const WORD_SEARCH = 10;

/** A grapheme may consist of several code units. */
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function excerptOf(message: Message, matches: readonly Range[]): Piece[] {
  const { text, entities } = textOf(message);
  const hidden = entities.filter(({ type }) => type === "spoiler");
  // Matches in spoilers are not marked, because a mark would reveal them.
  const shown = matches.filter((match) => !hidden.some((each) => overlap(each, match)));
  const begin = startOfExcerpt(text, shown[0]?.offset ?? 0);
  const edges = [begin, ...shown.flatMap(({ offset, length }) => [offset, offset + length]), text.length];
  const pieces: Piece[] = begin > 0 ? [{ text: "…", marked: false }] : [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1]!;
    if (to <= from) continue;
    const inside = hidden.map(({ offset, length }) => clip(offset - from, length, to - from));
    const words = hideSpoilers(text.slice(from, to), inside).replaceAll(/\s+/g, " ");
    pieces.push({ text: words, marked: index % 2 === 1 });
  }
  return pieces;
}

function overlap(one: Range, other: Range): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

/** The part of a spoiler within a range. */
function clip(offset: number, length: number, most: number) {
  const from = Math.min(most, Math.max(0, offset));
  return { type: "spoiler", offset: from, length: Math.max(0, Math.min(most, offset + length) - from) };
}

/** The start of the excerpt, at a word boundary if one is near. */
function startOfExcerpt(text: string, first: number): number {
  if (first <= CONTEXT + WORD_SEARCH) return 0;
  const from = first - CONTEXT - WORD_SEARCH;
  const blank = text.slice(from, first - CONTEXT).search(/\s\S/);
  if (blank >= 0) return from + blank + 1;
  return characters.segment(text).containing(first - CONTEXT)?.index ?? 0;
}
