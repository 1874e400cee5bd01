/** Objects without undefined members. */

/** The members that have a value. An undefined member becomes an absent one. */
export function definedOnly<T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(from).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
