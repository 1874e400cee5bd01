/** JSON bodies (behaviour.md §1). */
import { isUtf8 } from "node:buffer";
import { BodyFault } from "./raw-call.ts";

const MAX_DEPTH = 32;

/** The members of a JSON object; `null` and an empty body have none. @throws BodyFault */
export function readJson(body: Buffer, params: Map<string, unknown>): void {
  if (body.length === 0) return;
  if (!isUtf8(body)) throw new BodyFault(400, "the body is not valid UTF-8");
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new BodyFault(400, "can't parse the body: it is not valid JSON");
  }
  if (value === null) return;
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new BodyFault(400, "can't parse the body: a JSON object is expected");
  }
  inspect(value, 1);
  for (const key of Object.keys(value)) params.set(key, (value as Record<string, unknown>)[key]);
}

/** Refuses what would be read differently than it was meant, or that no parameter needs. @throws BodyFault */
function inspect(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw new BodyFault(400, `the body is nested deeper than ${MAX_DEPTH} levels`);
  for (const key of Object.keys(value)) {
    if (key === "__proto__") throw new BodyFault(400, 'the body has a key "__proto__"');
    const member = (value as Record<string, unknown>)[key];
    if (typeof member === "object" && member !== null) inspect(member, depth + 1);
    // A whole number beyond 2^53 has lost its last digits already.
    else if (typeof member === "number" && Number.isInteger(member) && !Number.isSafeInteger(member)) {
      throw new BodyFault(400, `the number in "${key.slice(0, 64)}" is too large to be exact`);
    }
  }
}
