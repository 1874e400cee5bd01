/** Parses the part of an HTTP/1.1 response head that counting responses needs: status and length. */

export interface ResponseHead {
  readonly status: number;
  /** Bytes of head and body together. */
  readonly size: number;
  /** Bytes of the body. */
  readonly body: number;
}

/**
 * Parses the head at the beginning of `bytes`.
 *
 * @returns `undefined` while the head is incomplete
 * @throws Error if there is no Content-Length: the beginning of the next response would be unknown
 */
export function parseResponseHead(bytes: Buffer): ResponseHead | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`a response without Content-Length: ${head.slice(0, 200)}`);
  return { status: Number(head.slice(9, 12)), size: end + 4 + Number(length), body: Number(length) };
}
