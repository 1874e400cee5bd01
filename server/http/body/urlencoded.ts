/** Query strings and urlencoded bodies (behaviour.md §1). */
import { isUtf8 } from "node:buffer";
import { BodyFault } from "./raw-call.ts";

const MAX_PAIRS = 1000;
const PLUS = 0x2b;
const SPACE = 0x20;

/**
 * Reads `name=value` pairs. The first of two equal names counts, and a name that is in `params` already stays.
 * @throws BodyFault for a broken escape or bytes that are no UTF-8
 */
export function readPairs(text: string, params: Map<string, unknown>): void {
  if (text === "") return;
  const pairs = text.split("&", MAX_PAIRS + 1);
  if (pairs.length > MAX_PAIRS) throw new BodyFault(400, `too many parameters: at most ${MAX_PAIRS} are allowed`);
  for (const pair of pairs) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (!params.has(name)) params.set(name, equals < 0 ? "" : decode(pair.slice(equals + 1)));
  }
}

/** An urlencoded body as text. @throws BodyFault */
export function pairsText(body: Buffer): string {
  if (!isUtf8(body)) throw new BodyFault(400, "the body is not valid UTF-8");
  return body.toString("utf8").trim();
}

/** A query as it stands in the request line: some clients send UTF-8 there without escaping it. @throws BodyFault */
export function queryText(query: string): string {
  if (!/[\x80-\xff]/.test(query)) return query;
  const bytes = Buffer.from(query, "latin1");
  if (!isUtf8(bytes)) throw new BodyFault(400, "the query is not valid UTF-8");
  return bytes.toString("utf8");
}

function decode(text: string): string {
  const spaced = text.includes("+") ? withSpaces(text) : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new BodyFault(400, "a parameter has a broken % escape or is not valid UTF-8");
  }
}

/** Byte by byte: to replace a million signs in a text takes twenty times as long. */
function withSpaces(text: string): string {
  const bytes = Buffer.from(text);
  for (let at = bytes.indexOf(PLUS); at >= 0 && at < bytes.length; at += 1) if (bytes[at] === PLUS) bytes[at] = SPACE;
  return bytes.toString();
}
