/** JSON bodies (behaviour.md §1). */
import { isUtf8 } from "node:buffer";
import { MAX_DEPTH, tooMuchJson } from "../../methods/json-bounds.ts";
import { BodyFault } from "./raw-call.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * The members of a JSON object; `null` and an empty body have none. Of two equal names the last counts.
 * @throws BodyFault
 */
export function readJson(body: Buffer, params: Map<string, unknown>): void {
  if (body.length === 0) return;
  if (!isUtf8(body)) throw new BodyFault(400, "the body is not valid UTF-8");
  const text = body.toString("utf8");
  const fault = tooMuchJson(text);
  if (fault !== undefined) throw new BodyFault(400, `the body ${fault}`);
  const value = parse(text);
  if (value === null) return;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new BodyFault(400, "can't parse the body: a JSON object is expected");
  }
  inspect(value, 1);
  for (const key of Object.keys(value)) params.set(key, (value as Record<string, unknown>)[key]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some clients put a mark in front, and some send blanks when they have nothing to say.
    if (text.trim() === "") return null;
    if (text.startsWith(BYTE_ORDER_MARK)) return parse(text.slice(1));
    throw new BodyFault(400, "can't parse the body: it is not valid JSON");
  }
}

/**
 * Refuses what would be read differently than it was meant, or that no parameter needs. It looks at the values, not at
 * the text: that takes less time than a search of the text, and no escape hides a key from it.
 * @throws BodyFault
 */
function inspect(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw new BodyFault(400, `the body is nested deeper than ${MAX_DEPTH} levels`);
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key];
    if (key === "__proto__" || (key === "constructor" && hasPrototype(member))) {
      throw new BodyFault(400, `the body has a key "${key}", which is not allowed`);
    }
    if (typeof member === "object" && member !== null) inspect(member, depth + 1);
    else if (typeof member === "number" && !isExact(member)) {
      throw new BodyFault(400, `the number in "${key.slice(0, 64)}" is too large to be exact`);
    }
  }
}

/** `{"constructor": {"prototype": …}}`, which a careless merge would follow. */
function hasPrototype(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, "prototype");
}

/** A whole number beyond 2^53 has lost its last digits already, and one beyond all bounds is infinite. */
function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
}
