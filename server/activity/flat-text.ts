/** Copies of texts that are kept for long. */

/**
 * The beginning of a text, at most `max` characters, as a string of its own: a part of a string keeps the whole string
 * in memory.
 */
export function flatText(text: string, max: number): string {
  return Buffer.from(text.length > max ? text.slice(0, max) : text).toString();
}
