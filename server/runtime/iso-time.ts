/** Times as text of ISO 8601. */

/**
 * @param text - a time with its zone, so that it means the same on every machine
 * @returns milliseconds of Unix time; `undefined` for anything else
 */
export function readIsoTime(text: string): number | undefined {
  const time_ms = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time_ms) ? undefined : time_ms;
}

/** @param at_ms - milliseconds of Unix time */
export function writeIsoTime(at_ms: number): string {
  return new Date(at_ms).toISOString();
}
