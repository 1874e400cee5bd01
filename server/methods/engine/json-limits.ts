/**
 * Limits on JSON that are checked before it is parsed, because the time that parsing takes depends more on them than on
 * the length.
 */
import { RICH_LIMITS } from "@heliogram/shared/rich.ts";

/**
 * Levels of nesting: the 16 levels of a rich message are four each at most, a list in an item of another one, below the
 * parameter and its blocks, with a format in the innermost text.
 */
export const MAX_DEPTH = 80;
/** How much JSON may have in all. */
export interface JsonLimits {
  /** Members and elements. */
  readonly values: number;
  /** Members. Each object with new member names costs the parser microseconds. */
  readonly members: number;
  /** Different names of members; where it is left out, `members` bounds them. */
  readonly names?: number;
}

/** An album of ten captions with a hundred entities each has five thousand values. */
export const USUAL_JSON: JsonLimits = { values: 10_000, members: 5000 };

/** The most members of a cell of a table. */
const MEMBERS_OF_CELL = 6;
const CELLS = RICH_LIMITS.blocks * RICH_LIMITS.columns;
/**
 * A rich message whose table has all its cells, each with all its members, beside everything that is usual. Its members
 * have few names, so that the parser takes about as long as for what is usual.
 */
export const RICH_JSON: JsonLimits = {
  values: CELLS * (MEMBERS_OF_CELL + 1) + USUAL_JSON.values,
  members: CELLS * MEMBERS_OF_CELL + USUAL_JSON.members,
  names: 100,
};

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
export function jsonLimitExceeded(text: string, limits = USUAL_JSON): string | undefined {
  if (text.length <= MAX_UNCHECKED_LENGTH) return undefined;
  const members_at: number[] = [0];
  let values = 0;
  let members = 0;
  const names = limits.names === undefined ? undefined : new Set<string>();
  /** Where the latest string begins. */
  let string_at = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      string_at = i;
      i = endOfString(text, i);
    } else if (code === COMMA) values += 1;
    else if (code === COLON) {
      members += 1;
      members_at[members_at.length - 1]! += 1;
      if (members_at.at(-1)! > MAX_MEMBERS_OF_ONE) return `has more than ${MAX_MEMBERS_OF_ONE} members in one object`;
      if (members > limits.members) return `has more than ${limits.members} members`;
      if (names && names.add(text.slice(string_at, i)).size > limits.names!)
        return `has more than ${limits.names} different names`;
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values += 1;
      // The outermost value has a level of its own.
      if (members_at.push(0) > MAX_DEPTH + 1) return `is nested deeper than ${MAX_DEPTH} levels`;
    } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && members_at.length > 1) members_at.pop();
    if (values > limits.values) return `has more than ${limits.values} values`;
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
