/** The words of a text, and where they stand. Scripts without blanks between words are taken a letter at a time. */
import { fold } from "./fold.ts";

export interface Unit {
  /** Folded. */
  readonly text: string;
  /** Where it begins and ends in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** A letter of a script without blanks, or an emoji, which are found wherever they stand; else a whole word. */
  readonly isLetter: boolean;
  /** A letter that follows another one with nothing in between. */
  readonly isJoined: boolean;
}

/** Code points after which a word is cut, in the index and in a question: what is longer is no word that anybody types. */
const LONGEST = 64;

const PLAIN_WORD = /[a-z0-9]+/gi;
const ASCII = /^[\0-\x7f]*$/;

/** Scripts without blanks between words. Korean has some, but sticks its particles to the words. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const EMOJI = String.raw`\p{Extended_Pictographic}\p{RI}`;
/** What belongs to the letter before it: marks, joiners, tatweel, the marks of kana of half width, tones of skin. */
const TAIL = String.raw`[\p{M}\p{Cf}\p{Emoji_Modifier}\u0640\uff9e\uff9f]*`;
const JAMO = String.raw`[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?`;
/** A letter with all that belongs to it; the first group is set where it is one of a script without blanks. */
const CLUSTER = new RegExp(
  String.raw`((?:${JAMO}|[[${UNSPACED}]&&[\p{L}\p{N}]]|[[${EMOJI}]--[\p{L}\p{N}]])${TAIL})|[\p{L}\p{N}]${TAIL}`,
  "gv",
);
const LETTER = /.\p{M}*/gsu;
/** What a letter may leave behind when it comes apart: "½" is 1⁄2. */
const NO_LETTER = /[^\p{L}\p{N}\p{M}]/gu;

export function unitsOf(text: string): Unit[] {
  return ASCII.test(text) ? plainWords(text) : allUnits(text);
}

function plainWords(text: string): Unit[] {
  return Array.from(text.matchAll(PLAIN_WORD), ({ 0: word, index }) => ({
    text: word.slice(0, LONGEST).toLowerCase(),
    start: index,
    end: index + word.length,
    isLetter: false,
    isJoined: false,
  }));
}

function allUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let word = { text: "", start: 0, end: 0 };
  const endWord = () => {
    if (word.text !== "") units.push({ ...word, text: cut(word.text), isLetter: false, isJoined: false });
    word = { text: "", start: 0, end: 0 };
  };
  /** Where the last letter of a script without blanks ended. */
  let letterEnd = -1;
  for (const { 0: cluster, 1: letter, index: start } of text.matchAll(CLUSTER)) {
    const end = start + cluster.length;
    if (letter !== undefined) {
      endWord();
      for (const [each] of fold(letter).matchAll(LETTER)) {
        units.push({
          text: each,
          start,
          end,
          isLetter: true,
          isJoined: start === letterEnd || units.at(-1)?.end === end,
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
  return units;
}

function cut(word: string): string {
  return word.length <= LONGEST ? word : [...word].slice(0, LONGEST).join("");
}
