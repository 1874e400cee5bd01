/** Objects without the members that were left out. */

/** The members that have a value, so that an absent one stays absent. */
export function definedOnly<T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(from).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
