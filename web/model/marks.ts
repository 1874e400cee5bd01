/** The marks of what is typed, and where in a text they count: for reading them, and for writing them. */

/** Those that stand on both sides of words: twice the same sign. */
export const MARKS = [
  ["**", "bold"],
  ["__", "italic"],
  ["~~", "strikethrough"],
  ["||", "spoiler"],
] as const;

/** Underlining, for which there are no such signs. */
export const UNDERLINE = ["<u>", "</u>"] as const;

export const FENCE = "```";

/** A style by its sign; `u` is underlining. */
export type StyleSign = "*" | "_" | "~" | "|" | "u";

export type Mark =
  | { readonly is: "style"; readonly sign: Exclude<StyleSign, "u">; readonly length: 2 | 3 }
  | { readonly is: "underline"; readonly begins: boolean; readonly length: 3 | 4 }
  | { readonly is: "code" | "link" | "quote"; readonly length: 1 }
  | { readonly is: "fence"; readonly length: 3 };

/** Where one is looked for. Blocks are fences and quotes, which have none inside. */
export interface Place {
  readonly blocks: boolean;
  readonly startsLine: boolean;
}

/** Characters of an address: whoever wants more did not mean a link. */
const MAX_ADDRESS = 2048;
/** The words hold no bracket, so that each bracket is looked at once. */
const LINK = new RegExp(String.raw`\[([^[\]\n]+)\]\(((?:[^\s()]|\([^\s()]*\)){1,${MAX_ADDRESS}})\)`, "y");

export function linkAt(text: string, at: number): RegExpExecArray | null {
  LINK.lastIndex = at;
  return LINK.exec(text);
}

/** The mark at a place, at which a run of the same sign begins. */
export function markAt(text: string, at: number, { blocks, startsLine }: Place): Mark | undefined {
  const sign = text[at];
  switch (sign) {
    case "*":
    case "_":
    case "~":
    case "|": {
      const length = runAt(text, at);
      return length === 2 || length === 3 ? { is: "style", sign, length } : undefined;
    }
    case "`": {
      const length = runAt(text, at);
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

/** How often the sign at a place is repeated. */
export function runAt(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

/** How many backslashes stand right before a place. */
export function backslashesBefore(text: string, at: number): number {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return at - start;
}

/** Whether a style can begin with the mark between two places. `_` counts at the edges of words alone. */
export function canBegin(text: string, from: number, to: number): boolean {
  if (to >= text.length || isSpaceAt(text, to)) return false;
  return !endsWord(before(text, from)) || (text[from] !== "_" && startsWord(after(text, to)));
}

/** Whether a style can end with the mark between two places. */
export function canEnd(text: string, from: number, to: number): boolean {
  if (from === 0 || isSpaceAt(text, from - 1)) return false;
  return !startsWord(after(text, to)) || (text[from] !== "_" && endsWord(before(text, from)));
}

/** What stands around a mark with backslashes before it: two characters on either side are enough. */
export interface Around {
  readonly before: string;
  readonly sign: string;
  readonly after: string;
}

/**
 * Whether a backslash takes the meaning of a style's mark. One within a path (`dir\__x__`) takes none: the mark would have none
 * there.
 */
export function canEscape({ before, sign, after }: Around, isOpen: boolean): boolean {
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

/** Languages that put no spaces between words have no edges of words either; neither have pictures. */
const WORD =
  /^(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\u{FE0F}\u{20E3}])[\p{L}\p{N}\p{M}_]/u;

/** Two underscores are a mark, and no part of a word. */
function endsWord(text: string): boolean {
  if (text === "__") return false;
  return WORD.test(/[\uDC00-\uDFFF]$/.test(text) ? text : text.slice(-1));
}

function startsWord(text: string): boolean {
  return text !== "__" && WORD.test(text);
}
