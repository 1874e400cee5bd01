/**
 * The words of a text as marks see them. A mark counts at the edge of a word, and never within an address, a path or
 * code, because these have more than letters between two marks.
 */

/** Marks on both sides of a text: the same character twice. */
export const MARKS = [
  ["**", "bold"],
  ["__", "italic"],
  ["~~", "strikethrough"],
  ["||", "spoiler"],
] as const;

/** Underline has no such character. */
export const UNDERLINE = ["<u>", "</u>"] as const;

/** Beside a mark, it makes the mark count inside a word. It has no width and does not become part of the parsed text. */
export const JOINER = "\u2060";

/** Characters between white space. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  /** Up to here there are only signs that open something, such as brackets, quotation marks and marks. */
  readonly coreStart: number;
  /** From here on there are only signs that close something. */
  readonly coreEnd: number;
  /** Whether what is between them is an address, or a path with a drive or a server. */
  readonly isAddress: boolean;
  /** Where the host of an address begins. */
  readonly hostStart: number;
  /** The marks that are also between them, so that they are no marks in this chunk. */
  readonly inner: ReadonlySet<string>;
}

/**
 * White space, the joiner, dashes between words, emoji, and letters of scripts without spaces between words separate
 * chunks.
 */
const CHUNK =
  /[^\s\u2060\u2013\u2014\u2026\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}\u{20E3}]+/gu;
const INNER = MARKS.map(([mark]) => mark);
const OPENS = /[\p{Ps}\p{Pi}"'\u201A\u201E\u00A1\u00BF\u2022\u00B7*_~|`-]/u;
const CLOSES = /[\p{Pe}\p{Pf}"'.,;:!?%*_~|`]/u;
const ESCAPES = /[*_~|`[<\\]/;
/** As in "Bob's" and "l'd". */
const SUFFIX = /['\u2019]\p{L}{1,2}$/u;
const PATH = /^(?:[a-z]:)?\\\\?[\p{L}\p{N}]/iu;

/** Finds the chunks of a text. Positions that are asked for one after another take linear time. */
export class Chunks {
  readonly #text: string;
  readonly #found: { readonly start: number; readonly end: number }[] = [];
  readonly #pattern = new RegExp(CHUNK);
  #last: Chunk | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The chunk with the character at a position, which is none of those that separate chunks. */
  at(position: number): Chunk {
    const last = this.#last;
    if (last && last.start <= position && position < last.end) return last;
    let place = this.#found.findLastIndex(({ start }) => start <= position);
    let range = this.#found[place];
    while (!range || range.end <= position) {
      const match = this.#pattern.exec(this.#text);
      if (!match) throw new Error("no chunk at this position");
      range = { start: match.index, end: this.#pattern.lastIndex };
      place = this.#found.push(range) - 1;
    }
    return (this.#last = chunkOf(this.#text, range.start, range.end));
  }
}

function chunkOf(text: string, start: number, end: number): Chunk {
  let coreStart = start;
  while (coreStart < end && opensAt(text, coreStart)) coreStart += text.startsWith(UNDERLINE[0], coreStart) ? 3 : 1;
  let coreEnd = endOfCore(text, start, end);
  const suffix = SUFFIX.exec(text.slice(Math.max(start, coreEnd - 3), coreEnd));
  if (suffix) coreEnd = endOfCore(text, start, coreEnd - suffix[0].length);
  const core = text.slice(coreStart, coreEnd);
  const scheme = text.slice(start, end).indexOf("://");
  const isAddress = scheme >= 0 || PATH.test(core);
  const inner = new Set(INNER.filter((mark) => hasInside(core, mark, isAddress)));
  return { start, end, coreStart, coreEnd, isAddress, hostStart: scheme < 0 ? end : start + scheme, inner };
}

/** An escaped mark is no mark anyway, but in a path a backslash escapes nothing. */
function hasInside(core: string, mark: string, isAddress: boolean): boolean {
  for (let at = core.indexOf(mark); at >= 0; at = core.indexOf(mark, at + mark.length)) {
    if (isAddress || core[at - 1] !== "\\") return true;
  }
  return false;
}

function opensAt(text: string, at: number): boolean {
  const sign = text[at]!;
  if (sign === "\\") return ESCAPES.test(text[at + 1] ?? "");
  return OPENS.test(sign) || text.startsWith(UNDERLINE[0], at);
}

/** Skips what closes something, backwards. */
function endOfCore(text: string, start: number, end: number): number {
  let coreEnd = end;
  while (coreEnd > start && closesAt(text, coreEnd)) coreEnd -= text.endsWith(UNDERLINE[1], coreEnd) ? 4 : 1;
  return coreEnd;
}

/** Whether the sign before this position closes something. */
function closesAt(text: string, end: number): boolean {
  const sign = text[end - 1]!;
  if (sign === "\\") return ESCAPES.test(text[end] ?? "");
  return CLOSES.test(sign) || text.endsWith(UNDERLINE[1], end);
}
