/**
 * Limits on JSON that are checked before it is parsed, because the time that parsing takes depends more on them than on
 * the length.
 */

/**
 * Levels of nesting: the 16 levels of a rich message are four each at most, a list in an item of another one, below the
 * parameter and its blocks, with a format in the innermost text.
 */
export const MAX_DEPTH = 80;
/** Members and elements in all: an album of ten captions with a hundred entities each has five thousand. */
const MAX_VALUES = 10_000;
/** Members in all. Each object with new member names costs the parser microseconds. */
const MAX_MEMBERS = 5000;
/** Members of one object: as many as a form may have parameters. */
const MAX_MEMBERS_OF_ONE = 1000;
/** Shorter texts cannot exceed any limit by much. Most bodies are shorter. */
const MAX_UNCHECKED_LENGTH = 2000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Checks the limits in one pass over the text. Invalid JSON may pass, because the parser refuses it.
 * @returns the limit that is exceeded, as the end of a sentence; `undefined` if none is
 */
export function jsonLimitExceeded(text: string): string | undefined {
  if (text.length <= MAX_UNCHECKED_LENGTH) return undefined;
  const members_at: number[] = [0];
  let values = 0;
  let members = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = endOfString(text, i);
    else if (code === COMMA) values += 1;
    else if (code === COLON) {
      members += 1;
      members_at[members_at.length - 1]! += 1;
      if (members_at.at(-1)! > MAX_MEMBERS_OF_ONE) return `has more than ${MAX_MEMBERS_OF_ONE} members in one object`;
      if (members > MAX_MEMBERS) return `has more than ${MAX_MEMBERS} members`;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values += 1;
      // The outermost value has a level of its own.
      if (members_at.push(0) > MAX_DEPTH + 1) return `is nested deeper than ${MAX_DEPTH} levels`;
    } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && members_at.length > 1) members_at.pop();
    if (values > MAX_VALUES) return `has more than ${MAX_VALUES} values`;
  }
  return undefined;
}

/** @returns where the string that begins at `at` ends: at a quote after an even number of backslashes */
function endOfString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
