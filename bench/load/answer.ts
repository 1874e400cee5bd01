/** As much of HTTP/1.1 as counting answers takes: the status, and where an answer ends. */

export interface AnswerHead {
  readonly status: number;
  /** Bytes of the head and the body together. */
  readonly size: number;
  /** Bytes of the body alone. */
  readonly body: number;
}

/**
 * Reads the head that these bytes begin with.
 *
 * @returns `undefined` while the head is not whole
 * @throws Error if the answer does not say how long it is: then nobody could tell where the next one begins
 */
export function answerHead(bytes: Buffer): AnswerHead | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${head.slice(0, 200)}`);
  return { status: Number(head.slice(9, 12)), size: end + 4 + Number(length), body: Number(length) };
}
