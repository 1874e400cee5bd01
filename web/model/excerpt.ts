/** The words of a message in one line, from shortly before the first piece that was searched for, with these pieces marked. */
import type { Message } from "@heliogram/shared/wire.ts";
import { wordsOf } from "./content.ts";
import { covered } from "./spoilers.ts";

/** A piece of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** So many characters are shown before the first marked piece, and up to as many more to begin with a word: a phone shows 25. */
const BEFORE = 8;
const TO_WORD = 10;

/** A character as people see it may be many units. */
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function excerptOf(message: Message, matches: readonly Range[]): Piece[] {
  const { text, entities } = wordsOf(message);
  const hidden = entities.filter(({ type }) => type === "spoiler");
  // A mark would tell what a spoiler hides.
  const shown = matches.filter((match) => !hidden.some((each) => overlap(each, match)));
  const begin = beginOf(text, shown[0]?.offset ?? 0);
  const edges = [begin, ...shown.flatMap(({ offset, length }) => [offset, offset + length]), text.length];
  const pieces: Piece[] = begin > 0 ? [{ text: "…", marked: false }] : [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1]!;
    if (to <= from) continue;
    const inside = hidden.map(({ offset, length }) => within(offset - from, length, to - from));
    const words = covered(text.slice(from, to), inside).replaceAll(/\s+/g, " ");
    pieces.push({ text: words, marked: index % 2 === 1 });
  }
  return pieces;
}

function overlap(one: Range, other: Range): boolean {
  return one.offset < other.offset + other.length && other.offset < one.offset + one.length;
}

/** A spoiler as far as it lies in a piece. */
function within(offset: number, length: number, most: number) {
  const from = Math.min(most, Math.max(0, offset));
  return { type: "spoiler", offset: from, length: Math.max(0, Math.min(most, offset + length) - from) };
}

/** Where the line begins: with a word, if one begins near enough. */
function beginOf(text: string, first: number): number {
  if (first <= BEFORE + TO_WORD) return 0;
  const from = first - BEFORE - TO_WORD;
  const blank = text.slice(from, first - BEFORE).search(/\s\S/);
  if (blank >= 0) return from + blank + 1;
  return characters.segment(text).containing(first - BEFORE)?.index ?? 0;
}
