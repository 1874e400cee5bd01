/** Texts of others within sentences: what turns the direction of writing ends with the text that began it. */

const TURNS = /[\u202A-\u202E\u2066-\u2069]/;
const OVERRIDE_END = "\u202C";
const ISOLATE_END = "\u2069";

/** @returns the text with an end for every override, embedding and isolate that it leaves open */
export function closed(text: string): string {
  if (!TURNS.test(text)) return text;
  const ends: string[] = [];
  for (const sign of text) {
    if (/[\u202A\u202B\u202D\u202E]/.test(sign)) ends.push(OVERRIDE_END);
    else if (/[\u2066-\u2068]/.test(sign)) ends.push(ISOLATE_END);
    else if (sign === OVERRIDE_END && ends.at(-1) === OVERRIDE_END) ends.pop();
    // The end of an isolate ends whatever is open within it.
    else if (sign === ISOLATE_END && ends.includes(ISOLATE_END)) ends.length = ends.lastIndexOf(ISOLATE_END);
  }
  return text + ends.reverse().join("");
}
