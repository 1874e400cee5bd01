/** Reads what follows the host of an address in a text: port, path, query and fragment. */
import { PATH, runAfter } from "./url-characters.ts";

/** Signs at the end of a path that belong to the sentence around it, or to a table. */
const PUNCTUATION = new Set(".:;,('?!`|");

/** Remembers the last run of path units, so that a text with many begins of paths in one run is read once. */
export class PathReader {
  readonly #text: string;
  #runEnd = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the path that begins at `begin`, or `begin` if there is none. Calls have rising positions. */
  end(begin: number): number {
    const sign = this.#text[begin];
    if (sign !== "/" && sign !== "?" && sign !== "#") return begin;
    if (begin >= this.#runEnd) {
      this.#runEnd = runAfter(this.#text, begin + 1, PATH);
      this.#end = withoutPunctuation(this.#text, begin + 1, this.#runEnd);
    }
    const end = Math.max(begin + 1, this.#end);
    return sign === "/" || end > begin + 1 ? end : begin;
  }
}

const MAX_PORT = 65_535;

/** The end of the port that begins at `end` with a colon, or `end` if there is none. */
export function afterPort(text: string, end: number): number {
  if (text[end] !== ":") return end;
  let stop = end + 1;
  while (isDigit(text.charCodeAt(stop))) stop++;
  let first = end + 1;
  while (text[first] === "0") first++;
  const digits = stop - first;
  return digits > 0 && digits <= 5 && Number(text.slice(first, stop)) <= MAX_PORT ? stop : end;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

const OPENING = "([{";
const CLOSING = ")]}";

/** The length of a path up to the first bracket that closes and was not opened, without punctuation at its end. */
export function balancedLength(path: string): number {
  const open = [0, 0, 0];
  let end = 0;
  for (; end < path.length; end++) {
    const opened = OPENING.indexOf(path[end]!);
    if (opened >= 0) open[opened]! += 1;
    const closed = CLOSING.indexOf(path[end]!);
    if (closed >= 0 && --open[closed]! < 0) break;
  }
  return withoutPunctuation(path, 0, end);
}

/** The end of a range without the punctuation at its end. */
function withoutPunctuation(text: string, begin: number, end: number): number {
  let at = end;
  while (at > begin && PUNCTUATION.has(text[at - 1]!)) at--;
  return at;
}
