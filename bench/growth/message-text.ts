/** Message texts whose word frequencies follow Zipf's law, as in a natural language. */

/** The most frequent word. */
export const COMMON_WORD = "and";
/** A word that occurs in exactly three messages of a dataset. */
export const RARE_WORD = "quetzalcoatlus";

const VOCABULARY = 50_000;
const SYLLABLES = [
  "ka",
  "lo",
  "mi",
  "ren",
  "tu",
  "sha",
  "vor",
  "el",
  "qui",
  "dan",
  "os",
  "be",
  "rin",
  "ga",
  "zu",
  "thor",
];
const WORDS_EACH = 8;
const RARE_TIMES = 3;

/** A deterministic hash. @returns a number in [0, 1) */
function hash(i: number): number {
  const mixed = Math.imul(i ^ (i >>> 15), 2_246_822_519);
  return (Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917) >>> 0) / 2 ** 32;
}

/** The word with a frequency rank; rank 0 is the most frequent. */
function word(rank: number): string {
  if (rank === 0) return COMMON_WORD;
  let text = "";
  for (let left = rank; left > 0; left = Math.floor(left / SYLLABLES.length))
    text += SYLLABLES[left % SYLLABLES.length]!;
  return text;
}

/** The text of message `i` of `count`. The probability of a word is inversely proportional to its rank. */
export function textOf(i: number, count: number): string {
  const words = Array.from({ length: WORDS_EACH }, (_, n) =>
    word(Math.floor(VOCABULARY ** hash(i * WORDS_EACH + n)) - 1),
  );
  const between = Math.floor(count / RARE_TIMES);
  if (between > 0 && i % between === between >> 1) words.push(RARE_WORD);
  return words.join(" ");
}
