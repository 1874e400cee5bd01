/** Folds letters for search: case, accents, width and other variants of a letter do not matter. */

/** Letters without a Unicode decomposition that people type as plain letters where a keyboard lacks them. */
const EXTRA_FOLDS: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ς: "σ",
  // Arabic: alef with wasla, final yeh, teh marbuta, and the Persian forms of yeh and kaf; tatweel only stretches a
  // word.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ة: "ه",
  ک: "ك",
  ـ: "",
};

/**
 * Marks that people leave out: accents, and vowels of Arabic and Hebrew. In other scripts (Thai, Devanagari) marks are
 * part of the spelling, and so are the two voicing marks of kana.
 */
const MARKS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;
/** Joiners, soft hyphens, bidirectional controls, and skin tone modifiers. */
const INVISIBLE = /[\p{Cf}\p{Emoji_Modifier}]/gu;
const ASCII = /^[\0-\x7f]*$/;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /[\p{Nd}--[0-9]]/gv;

/** How many folded clusters are cached: more than any mix of languages uses. */
const MAX_CACHED = 20_000;
/**
 * Longer clusters, in UTF-16 units, are not cached. A letter with all its marks is shorter. V8 stores parts of a text up
 * to this length as copies; a longer part would keep its whole text in memory.
 */
const MAX_CLUSTER = 12;
const cache = new Map<string, string>();

/** Folds one letter with its marks, or a whole text. */
export function fold(cluster: string): string {
  if (ASCII.test(cluster)) return cluster.toLowerCase();
  if (cluster.length > MAX_CLUSTER) return foldTwice(cluster);
  let folded = cache.get(cluster);
  if (folded === undefined) {
    folded = foldTwice(cluster);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(cluster, folded);
  }
  return folded;
}

/** Twice, because a capital letter can have a decomposition where its small letter has none. */
function foldTwice(text: string): string {
  return foldOnce(foldOnce(text));
}

function foldOnce(text: string): string {
  const bare = text.normalize("NFKD").replace(INVISIBLE, "").replace(MARKS, "");
  let small = "";
  for (const letter of bare) {
    // Uppercase first, because "ß" becomes "SS", and so "ss".
    for (const each of letter.toUpperCase().toLowerCase()) small += EXTRA_FOLDS[each] ?? each;
  }
  return small.replace(OTHER_DIGITS, digit).normalize("NFKC");
}

/** The ASCII digit for a digit of another script. The ten digits of a script have consecutive code points from 0. */
function digit(each: string): string {
  const code = each.codePointAt(0)!;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
