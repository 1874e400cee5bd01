/** Splits a text into tokens: words, and single characters in scripts without spaces between words. */
import { fold } from "./fold.ts";

export interface Token {
  /** Folded. */
  readonly text: string;
  /** The range of the token in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Whether it is a single character of a script without spaces, or an emoji, and not a whole word. */
  readonly isCharacter: boolean;
  /** Whether it is a character directly after another one. */
  readonly isAdjacent: boolean;
}

/** The length to which words are cut in the index and in queries, in code points. Nobody types longer words. */
const MAX_WORD = 64;

const PLAIN_WORD = /[a-z0-9]+/gi;
const LONG_WORD = new RegExp(`[a-z0-9]{${MAX_WORD + 1}}`, "i");
const ASCII = /^[\0-\x7f]*$/;

/** Scripts without spaces between words. Korean has spaces, but attaches particles to the words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const EMOJI = String.raw`\p{Extended_Pictographic}\p{RI}`;
/** Characters that belong to the letter before: marks, joiners, tatweel, half-width kana marks, skin tone modifiers. */
const TAIL = String.raw`[\p{M}\p{Cf}\p{Emoji_Modifier}\u0640\uff9e\uff9f]*`;
const JAMO = String.raw`[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?`;
/** A letter with the characters that belong to it. The first group is set for scripts without spaces. */
const CLUSTER = new RegExp(
  String.raw`((?:${JAMO}|[[${UNSPACED}]&&[\p{L}\p{N}]]|[[${EMOJI}]--[\p{L}\p{N}]])${TAIL})|[\p{L}\p{N}]${TAIL}`,
  "gv",
);
const LETTER = /.\p{M}*/gsu;
/** Characters other than letters that a decomposition can leave: "½" becomes 1⁄2. */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]/gu;

export function tokenize(text: string): Token[] {
  return ASCII.test(text) ? asciiTokens(text) : unicodeTokens(text);
}

/** The words of a text in ASCII, for the index, which needs no positions. @returns `undefined` for any other text */
export function plainWords(text: string): string[] | undefined {
  if (!ASCII.test(text)) return undefined;
  const words = text.toLowerCase().match(PLAIN_WORD) ?? [];
  return LONG_WORD.test(text) ? words.map(cut) : words;
}

function asciiTokens(text: string): Token[] {
  return Array.from(text.matchAll(PLAIN_WORD), ({ 0: word, index }) => ({
    text: word.slice(0, MAX_WORD).toLowerCase(),
    start: index,
    end: index + word.length,
    isCharacter: false,
    isAdjacent: false,
  }));
}

function unicodeTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let word = { text: "", start: 0, end: 0 };
  const endWord = () => {
    if (word.text !== "") tokens.push({ ...word, text: cut(word.text), isCharacter: false, isAdjacent: false });
    word = { text: "", start: 0, end: 0 };
  };
  /** The end of the last character of a script without spaces. */
  let letterEnd = -1;
  for (const { 0: cluster, 1: letter, index: start } of text.matchAll(CLUSTER)) {
    const end = start + cluster.length;
    if (letter !== undefined) {
      endWord();
      for (const [each] of fold(letter).matchAll(LETTER)) {
        tokens.push({
          text: each,
          start,
          end,
          isCharacter: true,
          isAdjacent: start === letterEnd || tokens.at(-1)?.end === end,
        });
      }
      letterEnd = end;
      continue;
    }
    if (word.end !== start) endWord();
    if (word.text === "") word.start = start;
    word = { text: word.text + fold(cluster).replace(NO_LETTER, ""), start: word.start, end };
  }
  endWord();
  return tokens;
}

function cut(word: string): string {
  return word.length <= MAX_WORD ? word : [...word].slice(0, MAX_WORD).join("");
}
