/** Search queries: parsing them, the clauses for the index, and finding the matches in a text. */
import { plainWords, tokenize, type Token } from "./tokenize.ts";

/** Tokens that must follow one another. */
export interface Phrase {
  readonly tokens: readonly Token[];
  /** Whether the last token also matches the beginning of a longer one. */
  readonly isPrefix: boolean;
}

/** A condition for the index: a word that a message must have. */
export interface Clause {
  readonly word: string;
  /** Whether a word that begins with `word` matches too. */
  readonly isPrefix: boolean;
}

/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly offset: number;
  readonly length: number;
}

/** The largest number of clauses in one query of the index. Further conditions are checked in the messages found. */
const MAX_CLAUSES = 24;
/** The largest number of matches reported for one message. */
const MAX_RANGES = 100;

/** A part of a query: between quotation marks of any kind, or between spaces. */
const PIECE = /["“”„«»](?<quoted>[^"“”„«»]*)["“”„«»]|(?<plain>[^\s"“”„«»]+)/gu;

/**
 * The phrases of a query; a message must have all of them. The last word also matches as a prefix, unless it is
 * quoted.
 */
export function parseQuery(query: string): Phrase[] {
  const phrases: Phrase[] = [];
  for (const { groups } of query.matchAll(PIECE)) {
    const { quoted, plain } = groups!;
    const tokens = tokenize(quoted ?? plain ?? "");
    if (tokens.length > 0) phrases.push({ tokens, isPrefix: quoted === undefined });
  }
  return phrases.map((phrase, i) => ({ ...phrase, isPrefix: phrase.isPrefix && i === phrases.length - 1 }));
}

/** The clauses for the index. Every message with all phrases satisfies all clauses. */
export function clausesOf(phrases: readonly Phrase[]): Clause[] {
  const clauses = new Map<string, Clause>();
  for (const { tokens, isPrefix } of phrases) {
    tokens.forEach((token, i) => {
      const next = tokens[i + 1];
      const endsInPrefix = isPrefix && (next === undefined || i === tokens.length - 2);
      const clause = clauseOf(token, next, token.isAdjacent, endsInPrefix);
      if (clause) clauses.set(`${clause.word} ${clause.isPrefix}`, clause);
    });
  }
  return [...clauses.values()].slice(0, MAX_CLAUSES);
}

function clauseOf(
  token: Token,
  next: Token | undefined,
  isAdjacent: boolean,
  endsInPrefix: boolean,
): Clause | undefined {
  if (!token.isCharacter) return { word: token.text, isPrefix: endsInPrefix && next === undefined };
  if (next?.isAdjacent) return { word: token.text + next.text, isPrefix: endsInPrefix };
  // The last of several adjacent characters is in the pair before. A single one matches as the beginning of any pair.
  return isAdjacent ? undefined : { word: token.text, isPrefix: true };
}

/** The index words of a text: its words, and pairs of characters for scripts without spaces. Some may be there twice. */
export function indexWordsOf(text: string): readonly string[] {
  const plain = plainWords(text);
  if (plain) return plain;
  return tokenize(text).map((token, i, tokens) => {
    const next = tokens[i + 1];
    return token.isCharacter && next?.isAdjacent ? token.text + next.text : token.text;
  });
}

/**
 * Finds the phrases in the texts of a message; each phrase may be in any of them.
 * @returns the matches in the first text, or `undefined` if a phrase is in no text
 */
export function findPhrases(phrases: readonly Phrase[], texts: readonly string[]): Range[] | undefined {
  const [first = [], ...others] = texts.map(tokenize);
  const ranges: Range[] = [];
  for (const phrase of phrases) {
    const found = rangesOf(phrase, first);
    if (found.length === 0 && !others.some((tokens) => rangesOf(phrase, tokens, 1).length > 0)) return undefined;
    ranges.push(...found);
  }
  return merged(ranges).slice(0, MAX_RANGES);
}

function rangesOf(phrase: Phrase, tokens: readonly Token[], most = MAX_RANGES): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at + phrase.tokens.length <= tokens.length && ranges.length < most; at++) {
    if (!matchesAt(phrase, tokens, at)) continue;
    const offset = tokens[at]!.start;
    ranges.push({ offset, length: tokens[at + phrase.tokens.length - 1]!.end - offset });
  }
  return ranges;
}

function matchesAt({ tokens: wanted, isPrefix }: Phrase, tokens: readonly Token[], at: number): boolean {
  for (const [i, want] of wanted.entries()) {
    const token = tokens[at + i]!;
    const isBeginning = isPrefix && i === wanted.length - 1;
    if (token.isCharacter !== want.isCharacter) return false;
    if (isBeginning ? !token.text.startsWith(want.text) : token.text !== want.text) return false;
    if (i > 0 && want.isAdjacent && !token.isAdjacent) return false;
  }
  return true;
}

/** Sorts the ranges and merges those that touch. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const { offset, length } of ranges.toSorted((a, b) => a.offset - b.offset)) {
    const last = result.at(-1);
    if (!last || offset > last.offset + last.length) {
      result.push({ offset, length });
      continue;
    }
    const end = Math.max(last.offset + last.length, offset + length);
    result[result.length - 1] = { offset: last.offset, length: end - last.offset };
  }
  return result;
}
