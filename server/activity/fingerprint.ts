/** A number by which an update is found again in its bot's stream, before its `update_id` is known. */

/** Characters at each end of a long text that count. They have the ids of messages and queries, and the end of the text. */
const ENDS = 512;

/** 53 bits of the length and the characters of a text. It is no proof against texts that are made to be alike. */
export function fingerprint(text: string): number {
  const { length } = text;
  let high = 0xdeadbeef ^ length;
  let low = 0x41c6ce57 ^ length;
  for (let i = 0; i < length; i++) {
    if (i === ENDS && length > 2 * ENDS) i = length - ENDS;
    const code = text.charCodeAt(i);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (low & 0x1fffff) * 0x100000000 + (high >>> 0);
}
