/** Parsers of the search parameters of a route. */

/** Reads each search parameter; `undefined` if its value is missing or invalid. */
export type SearchReaders<T> = { readonly [K in keyof T]-?: (value: unknown) => T[K] | undefined };

/**
 * A parser for a route's `validateSearch`. Its result names every parameter, also those that are `undefined`: the router
 * takes parameters that are missing in the result from the address, unvalidated.
 */
export function searchParser<T extends object>(
  readers: SearchReaders<T>,
): (search: Record<string, unknown>) => { [K in keyof T]: T[K] | undefined } {
  const entries = Object.entries(readers) as [string, (value: unknown) => unknown][];
  return (search) =>
    Object.fromEntries(entries.map(([name, read]) => [name, read(search[name])])) as {
      [K in keyof T]: T[K] | undefined;
    };
}

/** Reads `true`, and nothing else. */
export function readTrue(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

export function readInteger(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}

/** The router parses a text of digits as a number. */
export function readText(value: unknown): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text : undefined;
}
