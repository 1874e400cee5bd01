/** The marks of Markdown and where they are recognized, for parsing and for writing. */

/** Marks on both sides of a text: the same character twice. */
export const MARKS = [
  ["**", "bold"],
  ["__", "italic"],
  ["~~", "strikethrough"],
  ["||", "spoiler"],
] as const;

/** Underline has no such character. */
export const UNDERLINE = ["<u>", "</u>"] as const;

export const FENCE = "```";

/** A style by its character; `u` is underline. */
export type StyleSign = "*" | "_" | "~" | "|" | "u";

export type Mark =
  | { readonly is: "style"; readonly sign: Exclude<StyleSign, "u">; readonly length: 2 | 3 }
  | { readonly is: "underline"; readonly begins: boolean; readonly length: 3 | 4 }
  | { readonly is: "code" | "link" | "quote"; readonly length: 1 }
  | { readonly is: "fence"; readonly length: 3 };

/** The context in which a mark is recognized. Blocks are fences and quotes, which cannot be nested. */
export interface MarkContext {
  readonly blocks: boolean;
  readonly startsLine: boolean;
}

/** The longest address of a link, in characters. */
const MAX_ADDRESS = 2048;
/** The text excludes brackets, so that each bracket is examined only once. */
const LINK = new RegExp(String.raw`\[([^[\]\n]+)\]\(((?:[^\s()]|\([^\s()]*\)){1,${MAX_ADDRESS}})\)`, "y");

export function linkAt(text: string, at: number): RegExpExecArray | null {
  LINK.lastIndex = at;
  return LINK.exec(text);
}

/** The mark at a position where a run of equal characters begins. */
export function markAt(text: string, at: number, { blocks, startsLine }: MarkContext): Mark | undefined {
  const sign = text[at];
  switch (sign) {
    case "*":
    case "_":
    case "~":
    case "|": {
      const length = runLength(text, at);
      return length === 2 || length === 3 ? { is: "style", sign, length } : undefined;
    }
    case "`": {
      const length = runLength(text, at);
      if (length === 1) return { is: "code", length };
      return blocks && length === FENCE.length ? { is: "fence", length: 3 } : undefined;
    }
    case "[":
      return linkAt(text, at) ? { is: "link", length: 1 } : undefined;
    case "<":
      if (text.startsWith(UNDERLINE[0], at)) return { is: "underline", begins: true, length: 3 };
      return text.startsWith(UNDERLINE[1], at) ? { is: "underline", begins: false, length: 4 } : undefined;
    case ">":
      return blocks && startsLine ? { is: "quote", length: 1 } : undefined;
    default:
      return undefined;
  }
}

/** The length of the run of equal characters at a position. */
export function runLength(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

/** The number of backslashes directly before a position. */
export function backslashesBefore(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return at - start;
}

/** Whether a style can begin with the mark between two positions. `_` is recognized at word boundaries only. */
export function canOpen(text: string, from: number, to: number): boolean {
  if (to >= text.length || isSpaceAt(text, to)) return false;
  return !endsWord(before(text, from)) || (text[from] !== "_" && startsWord(after(text, to)));
}

/** Whether a style can end with the mark between two positions. */
export function canClose(text: string, from: number, to: number): boolean {
  if (from === 0 || isSpaceAt(text, from - 1)) return false;
  return !startsWord(after(text, to)) || (text[from] !== "_" && endsWord(before(text, from)));
}

/** A mark preceded by backslashes, with two characters of context on either side. */
export interface MarkNeighbours {
  readonly before: string;
  readonly sign: string;
  readonly after: string;
}

/**
 * Whether a backslash escapes the mark of a style. Inside a path (`dir\__x__`) it does not, because the mark would have
 * no effect there.
 */
export function canEscape({ before, sign, after }: MarkNeighbours, isOpen: boolean): boolean {
  return isOpen || !endsWord(before) || (sign !== "_" && startsWord(after));
}

export function before(text: string, at: number): string {
  return text.slice(Math.max(0, at - 2), at);
}

export function after(text: string, at: number): string {
  return text.slice(at, at + 2);
}

function isSpaceAt(text: string, at: number): boolean {
  return /\s/u.test(text[at]!);
}

/** Scripts without spaces between words have no word boundaries; neither do emoji. */
const WORD =
  /^(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\u{FE0F}\u{20E3}])[\p{L}\p{N}\p{M}_]/u;

/** Two underscores are a mark, not part of a word. */
function endsWord(text: string): boolean {
  if (text === "__") return false;
  return WORD.test(/[\uDC00-\uDFFF]$/.test(text) ? text : text.slice(-1));
}

function startsWord(text: string): boolean {
  return text !== "__" && WORD.test(text);
}
