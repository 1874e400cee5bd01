/** Paths within the client that come from an address. */

/** Stands for the client's own origin, because a path resolves alike on every origin. */
const ORIGIN = "http://client.invalid";

/**
 * The path, search and fragment of a value that leads to a page of this client; `undefined` for anything that a browser
 * would resolve to another origin, such as `//host`, `/\host` and `http://host`.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== "string" || !value.startsWith("/") || !URL.canParse(value, ORIGIN)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, ORIGIN);
  // Dot segments may leave a path that begins with two slashes.
  return origin === ORIGIN && !pathname.startsWith("//") ? pathname + search + hash : undefined;
}
