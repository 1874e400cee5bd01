/** Query strings and urlencoded bodies (behaviour.md §1). */
import { isUtf8 } from "node:buffer";
import { decodedPercent } from "../percent-decoding.ts";
import { BodyError, refuseUnportable } from "./body-error.ts";

const MAX_PAIRS = 1000;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Reads `name=value` pairs. The first of two equal names counts, and names that are in `params` already are skipped.
 * @throws BodyError for text that is not portable, and bytes that are not UTF-8
 */
export function readPairs(text: string, params: Map<string, unknown>): void {
  if (text === "") return;
  refuseUnportable(text);
  const pairs = text.split("&", MAX_PAIRS + 1);
  if (pairs.length > MAX_PAIRS) throw new BodyError(400, `too many parameters: at most ${MAX_PAIRS} are allowed`);
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (!params.has(name)) params.set(name, equals < 0 ? "" : decode(pair.slice(equals + 1)));
  }
}

/** An urlencoded body as text. @throws BodyError */
export function pairsText(body: Buffer): string {
  if (!isUtf8(body)) throw new BodyError(400, "the body is not valid UTF-8");
  return body.toString("utf8").trim();
}

function decode(text: string): string {
  const spaced = text.includes("+") ? withSpaces(text) : text;
  if (!spaced.includes("%")) return spaced;
  const decoded = decodedPercent(spaced);
  if (decoded === undefined) throw new BodyError(400, "a parameter is not valid UTF-8");
  refuseUnportable(decoded);
  return decoded;
}

/** Byte by byte, because replacing a million characters in a string takes twenty times as long. */
function withSpaces(text: string): string {
  const bytes = Buffer.from(text);
  for (let at = bytes.indexOf(PLUS); at >= 0 && at < bytes.length; at += 1) if (bytes[at] === PLUS) bytes[at] = SPACE;
  return bytes.toString();
}
