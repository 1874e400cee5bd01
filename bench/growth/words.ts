/** Texts whose words are as often as in a language: a few nearly everywhere, most of them seldom. */

/** In every few messages. */
export const COMMON = "and";
/** In three messages, whatever the number of all. */
export const RARE = "quetzalcoatlus";

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

/** Without order, and the same in every run. @returns 0 up to, but not including, 1 */
function scattered(i: number): number {
  const mixed = Math.imul(i ^ (i >>> 15), 2_246_822_519);
  return (Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917) >>> 0) / 2 ** 32;
}

/** The word of a rank: rank 0 is the most frequent. */
function word(rank: number): string {
  if (rank === 0) return COMMON;
  let text = "";
  for (let left = rank; left > 0; left = Math.floor(left / SYLLABLES.length))
    text += SYLLABLES[left % SYLLABLES.length]!;
  return text;
}

/** The text of message `i` of `count`. By Zipf's law, the rank of a word is as likely as it is low. */
export function textOf(i: number, count: number): string {
  const words = Array.from({ length: WORDS_EACH }, (_, n) =>
    word(Math.floor(VOCABULARY ** scattered(i * WORDS_EACH + n)) - 1),
  );
  const between = Math.floor(count / RARE_TIMES);
  if (between > 0 && i % between === between >> 1) words.push(RARE);
  return words.join(" ");
}
