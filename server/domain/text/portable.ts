/** Portable text: strings that UTF-8, JSON, XML and PostgreSQL can carry, so that whoever gets them can read them. */

const NOT_UTF8 = "strings must be encoded in UTF-8";
const HAS_NONCHARACTER = "strings must not contain NUL, U+FFFE or U+FFFF";

/**
 * What makes a text not portable, as a sentence; `undefined` for portable text (behaviour.md §1). PostgreSQL does not
 * store NUL, and no version of XML has the two noncharacters.
 */
export function notPortable(text: string): string | undefined {
  if (!text.isWellFormed()) return NOT_UTF8;
  return text.includes("\0") || hasNoncharacter(text) ? HAS_NONCHARACTER : undefined;
}

function hasNoncharacter(text: string): boolean {
  return text.includes("\ufffe") || text.includes("\uffff");
}

/**
 * The same for all strings of a JSON value, names of members included. `json` is the well-formed text that it was
 * parsed from: where that has neither escapes nor noncharacters, nothing is looked for in the value.
 */
export function notPortableJson(value: unknown, json: string): string | undefined {
  return json.includes("\\u") || hasNoncharacter(json) ? notPortableWithin(value) : undefined;
}

function notPortableWithin(value: unknown): string | undefined {
  if (typeof value === "string") return notPortable(value);
  if (typeof value !== "object" || value === null) return undefined;
  for (const name of Object.keys(value)) {
    const fault = notPortable(name) ?? notPortableWithin((value as Record<string, unknown>)[name]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Escapes in JSON text. Half a surrogate pair is the group. */
const ESCAPES = /\\u[Dd][89ABab]..\\u[Dd][C-Fc-f]..|\\(u[Dd][89A-Fa-f]..)|\\./g;

/**
 * JSON text in which U+FFFD stands for each lone surrogate, because strict parsers refuse the whole text otherwise.
 * `JSON.stringify` writes lone surrogates as escapes, and no other characters beyond ASCII.
 */
export function portableJson(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replaceAll(ESCAPES, (escape, lone) => (lone === undefined ? escape : "\ufffd"));
}

/** The first `max` UTF-16 units of a text, or one less where they would end within a surrogate pair. */
export function truncated(text: string, max: number): string {
  if (text.length <= max) return text;
  const code = text.charCodeAt(max - 1);
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? max - 1 : max);
}

/** Control characters other than tabs and ends of lines. XML has none of them. */
// oxlint-disable-next-line no-control-regex -- the pattern is meant to match control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/** A space stands for each control character other than tabs and ends of lines. */
export function withoutControls(text: string): string {
  return CONTROL.test(text) ? text.replaceAll(new RegExp(CONTROL, "g"), " ") : text;
}

/** A text from a file, in which anything may be: made portable, and cut to `max` UTF-16 units. */
export function portable(text: string, max: number): string {
  const carried = text.toWellFormed().replaceAll(/[\ufffe\uffff]/g, "\ufffd");
  return truncated(withoutControls(carried), max).trim();
}
