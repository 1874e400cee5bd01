/** Finds text that not every reader of JSON, XML or a database can take. */

const UNPORTABLE = /[\0\p{Cs}\ufffe\uffff]/u;

/** The first string of a JSON value, or name of a member, that is not portable. */
export function unportable(value: unknown): string | undefined {
  if (typeof value === "string") return UNPORTABLE.test(value) ? JSON.stringify(value) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, each] of Object.entries(value)) {
    const found = unportable(name) ?? unportable(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
