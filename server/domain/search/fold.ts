/** What is the same to whoever searches: letters without regard to case, accents, width and other ways of writing them. */

/** Letters that Unicode does not take apart, and are written without their stroke or as two where a keyboard lacks them. */
const PLAIN: Readonly<Record<string, string>> = {
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
  // Arabic: alef with wasla, final yeh, teh marbuta, and the Persian forms of yeh and kaf; tatweel only stretches a word.
  ٱ: "ا",
  ى: "ي",
  ی: "ي",
  ة: "ه",
  ک: "ك",
  ـ: "",
};

/**
 * Marks upon letters that people leave out: accents, and vowels of Arabic and Hebrew. Elsewhere (Thai, Devanagari) marks
 * are letters like others, and so are the two that voice kana.
 */
const MARKS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}]]--[\u3099\u309a]]/gv;
/** Joiners, soft hyphens, marks of direction, and tones of skin. */
const INVISIBLE = /[\p{Cf}\p{Emoji_Modifier}]/gu;
const ASCII = /^[\0-\x7f]*$/;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGITS = /[\p{Nd}--[0-9]]/gv;

/** Clusters whose folded form is kept: more than any mix of languages has in use. */
const MOST_KEPT = 20_000;
const kept = new Map<string, string>();

/** Folds one letter with its marks, or a text made of such. */
export function fold(cluster: string): string {
  if (ASCII.test(cluster)) return cluster.toLowerCase();
  let folded = kept.get(cluster);
  if (folded === undefined) {
    // Twice, as a capital may come apart where its small letter does not.
    folded = foldOnce(foldOnce(cluster));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(cluster, folded);
  }
  return folded;
}

function foldOnce(text: string): string {
  const bare = text.normalize("NFKD").replace(INVISIBLE, "").replace(MARKS, "");
  let small = "";
  for (const letter of bare) {
    // By way of the capital: "ß" is "ss" because of "SS".
    for (const each of letter.toUpperCase().toLowerCase()) small += PLAIN[each] ?? each;
  }
  return small.replace(OTHER_DIGITS, digit).normalize("NFKC");
}

/** The digits of a script follow one another, nought first. */
function digit(each: string): string {
  const code = each.codePointAt(0)!;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
