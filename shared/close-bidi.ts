/** Closes bidirectional controls in a text of a user, so that they do not affect the sentence around it. */

const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/;
const OVERRIDE_END = "\u202C";
const ISOLATE_END = "\u2069";

/** Appends an end for every override, embedding and isolate that the text leaves open. */
export function closeBidi(text: string): string {
  if (!BIDI_CONTROLS.test(text)) return text;
  const ends: string[] = [];
  for (const sign of text) {
    if (/[\u202A\u202B\u202D\u202E]/.test(sign)) ends.push(OVERRIDE_END);
    else if (/[\u2066-\u2068]/.test(sign)) ends.push(ISOLATE_END);
    else if (sign === OVERRIDE_END && ends.at(-1) === OVERRIDE_END) ends.pop();
    // The end of an isolate also ends everything that is open within it.
    else if (sign === ISOLATE_END && ends.includes(ISOLATE_END)) ends.length = ends.lastIndexOf(ISOLATE_END);
  }
  return text + ends.reverse().join("");
}
