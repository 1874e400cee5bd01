/** The marks of Markdown and where they are recognized, for parsing and for writing. */
import { UNDERLINE, type Chunk, type Chunks } from "./chunks.ts";

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
  readonly chunks: Chunks;
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
export function markAt(text: string, at: number, { blocks, startsLine, chunks }: MarkContext): Mark | undefined {
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
      if (length === 1) return startsApart(text, at, chunks, WORD) ? { is: "code", length } : undefined;
      return blocks && length === FENCE.length ? { is: "fence", length: 3 } : undefined;
    }
    case "[":
      return isLink(text, at, chunks) ? { is: "link", length: 1 } : undefined;
    case "<":
      if (text.startsWith(UNDERLINE[0], at)) return { is: "underline", begins: true, length: 3 };
      return text.startsWith(UNDERLINE[1], at) ? { is: "underline", begins: false, length: 4 } : undefined;
    case ">":
      return blocks && startsLine && isQuoteSign(text, at) ? { is: "quote", length: 1 } : undefined;
    default:
      return undefined;
  }
}

/** A person is mentioned by a link that nobody types. Other links are not directly after a word, as `a[0](b.c)` is. */
function isLink(text: string, at: number, chunks: Chunks): boolean {
  const address = linkAt(text, at)?.[2];
  if (address === undefined) return false;
  return (
    personOf(address) !== undefined || (isWrittenAddress(address) && startsApart(text, at, chunks, WORD_OR_BRACKET))
  );
}

/** The id in the address of a mention. */
export function personOf(address: string): string | undefined {
  return /^(?:tg:\/\/user\?id=|@)(\d{1,16})$/.exec(address)?.[1];
}

/** An address has a scheme or a dot in its host: `[x](y)` is code. */
function isWrittenAddress(address: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(address) || /^[^/?#]+\.[^/?#.]{2,}/.test(address);
}

/** A quote has a space after its sign, in contrast to `>=` and `>:(`. */
export function isQuoteSign(text: string, at: number): boolean {
  return text[at] === ">" && /^(?:[ \n]|$)/.test(text.slice(at + 1, at + 2));
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

/** A mark of a style: its sign and its range. */
export interface StyleMark {
  readonly sign: StyleSign;
  readonly from: number;
  readonly to: number;
}

/** Whether a style can begin with the mark. */
export function canOpen(text: string, chunk: Chunk, { sign, from, to }: StyleMark): boolean {
  return from < chunk.coreStart && to < text.length && !isSpaceAt(text, to) && !isSpread(chunk, sign);
}

/** Whether a style can end with the mark. */
export function canClose(text: string, chunk: Chunk, { sign, from, to }: StyleMark): boolean {
  return to > chunk.coreEnd && from > 0 && !isSpaceAt(text, from - 1) && !isSpread(chunk, sign);
}

/** Whether a backslash before the mark escapes it. Where the mark would have no effect, the backslash stays. */
export function canEscape(text: string, chunk: Chunk, mark: StyleMark, isOpen: boolean): boolean {
  return (isOpen && !chunk.isAddress) || canOpen(text, chunk, mark);
}

/** Underline is not written with a sign that addresses have. */
function isSpread(chunk: Chunk, sign: StyleSign): boolean {
  return chunk.inner.has(sign + sign);
}

function isSpaceAt(text: string, at: number): boolean {
  return /\s/u.test(text[at]!);
}

/** The end of a word. Scripts without spaces between words have no word boundaries. */
const WORD =
  /(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\u{FE0F}\u{20E3}])[\p{L}\p{N}\p{M}_]$/u;

const WORD_OR_BRACKET = new RegExp(String.raw`${WORD.source}|[)\]]$`, "u");

/** Whether code or a link can begin here: not directly after a word, as in "it`s" and `a[0](b)`, nor in an address. */
function startsApart(text: string, at: number, chunks: Chunks, after: RegExp): boolean {
  const end = at - backslashesBefore(text, at);
  if (after.test(text.slice(Math.max(0, end - 2), end))) return false;
  return at < chunks.at(at).hostStart;
}
