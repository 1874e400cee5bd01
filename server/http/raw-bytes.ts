/** Bytes beyond ASCII in request targets. Some clients send UTF-8 as it is, where HTTP has percent escapes. */

/** A request target, or a part of one, in which percent escapes stand for bytes beyond ASCII. @param latin1 - a character a byte */
export function escapedTarget(latin1: string): string {
  return latin1.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
