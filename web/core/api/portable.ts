/** Text that the service accepts: what is pasted may contain characters that it refuses. */

const REFUSED = /[\0\ufffe\uffff]/g;

/** The text with U+FFFD in place of lone surrogates and noncharacters, so that offsets in it stay right. */
export function portableText(text: string): string {
  return text.toWellFormed().replaceAll(REFUSED, "\ufffd");
}

/** JSON of a value, with portable texts. */
export function portableJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === "string" ? portableText(each) : each));
}
