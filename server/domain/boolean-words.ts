/** The notations of a Boolean that clients send, in JSON and as text (behaviour.md §1). */

const YES = new Set(["true", "yes", "1"]);
const NO = new Set(["false", "no", "0"]);

/** @returns `undefined` for a value that is no Boolean, such as an array */
export function booleanOf(raw: unknown): boolean | undefined {
  if (typeof raw === "boolean") return raw;
  if (typeof raw !== "string" && typeof raw !== "number") return undefined;
  const word = String(raw).trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
