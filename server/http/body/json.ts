/** JSON bodies (behaviour.md §1). */
import { isUtf8 } from "node:buffer";
import { notPortableJson, truncated } from "../../domain/text/portable.ts";
import { MAX_DEPTH, jsonLimitExceeded, type JsonLimits } from "../../methods/engine/json-limits.ts";
import { BodyError } from "./body-error.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Reads the members of a JSON object into `params`. `null` and an empty body have none. The last of two equal names
 * counts.
 * @throws BodyError
 */
export function readJson(body: Buffer, params: Map<string, unknown>, limits?: JsonLimits): void {
  if (body.length === 0) return;
  if (!isUtf8(body)) throw new BodyError(400, "the body is not valid UTF-8");
  const text = body.toString("utf8");
  const fault = jsonLimitExceeded(text, limits);
  if (fault !== undefined) throw new BodyError(400, `the body ${fault}`);
  const value = parse(text);
  if (value === null) return;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new BodyError(400, "can't parse the body: a JSON object is expected");
  }
  checkValue(value, 1);
  const unportable = notPortableJson(value, text);
  if (unportable !== undefined) throw new BodyError(400, unportable);
  for (const key of Object.keys(value)) params.set(key, (value as Record<string, unknown>)[key]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some clients send a byte order mark, and some send only white space when they have no parameters.
    if (text.trim() === "") return null;
    if (text.startsWith(BYTE_ORDER_MARK)) return parse(text.slice(1));
    throw new BodyError(400, "can't parse the body: it is not valid JSON");
  }
}

/**
 * Refuses keys and numbers that would be read differently than they were meant. It checks the parsed value, because
 * that is faster than a search of the text and cannot be evaded by escapes.
 * @throws BodyError
 */
function checkValue(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw new BodyError(400, `the body is nested deeper than ${MAX_DEPTH} levels`);
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (key === "__proto__" || (key === "constructor" && hasPrototype(member))) {
      throw new BodyError(400, `the body has a key "${key}", which is not allowed`);
    }
    if (typeof member === "object" && member !== null) checkValue(member, depth + 1);
    else if (typeof member === "number" && !isExact(member)) {
      throw new BodyError(400, `the number in "${truncated(key, 64)}" is too large to be exact`);
    }
  }
}

/** `{"constructor": {"prototype": …}}`, which could pollute a prototype if it were merged. */
function hasPrototype(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

/** Whole numbers beyond 2^53 have lost digits, and numbers out of range are infinite. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
