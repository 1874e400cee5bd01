/** Values that callers share are frozen: a change by one of them would be seen by all others. */

/** Freezes a value with everything in it. Values are what JSON can hold. */
export function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freeze(each);
}
