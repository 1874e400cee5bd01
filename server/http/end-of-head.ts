/** Finds where the head of a request ends, without parsing it. */

const LF = 0x0a;
const CR = 0x0d;

/** Bytes of earlier pieces that decide whether a piece begins with the end of a head. */
export const TAIL_BYTES = 4;

/**
 * Returns the offset behind the first empty line that follows a line with content; -1 if there is none. The head of a
 * request ends there, and so does a chunked body. No other place ends one, so what lies before it begins at most one
 * request.
 * @param before - the last `TAIL_BYTES` of what precedes `bytes`
 */
export function endOfHead(bytes: Buffer, before: Buffer): number {
  const byteAt = (at: number) => (at < 0 ? before[before.length + at] : bytes[at]);
  for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, end + 1)) {
    const line_end = skipCarriageReturn(byteAt, end - 1);
    if (byteAt(line_end) !== LF) continue;
    const content = byteAt(skipCarriageReturn(byteAt, line_end - 1));
    if (content !== undefined && content !== LF && content !== CR) return end + 1;
  }
  return -1;
}

function skipCarriageReturn(byteAt: (at: number) => number | undefined, at: number): number {
  return byteAt(at) === CR ? at - 1 : at;
}
