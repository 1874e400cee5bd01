/** Text frames of web sockets as bytes, so that the same bytes can go to many sockets (RFC 6455, 5.2). */

/** The first byte of an uncompressed text message in one frame. */
const WHOLE_TEXT = 0x81;
/** Up to here the second byte is the length. Otherwise it says how many bytes the length has. */
const MAX_SHORT_LENGTH = 125;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/** The frames of these texts in one buffer. Frames of a server are not masked. */
export function frameBytes(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + headBytes(length) + length, 0));
  let at = 0;
  for (const [i, text] of texts.entries()) {
    at = writeHead(bytes, at, lengths[i]!);
    at += bytes.write(text, at);
  }
  return bytes;
}

function headBytes(length: number): number {
  if (length <= MAX_SHORT_LENGTH) return 2;
  return length <= 0xffff ? 4 : 10;
}

/** @returns the offset of the text */
function writeHead(bytes: Buffer, at: number, length: number): number {
  const second = bytes.writeUInt8(WHOLE_TEXT, at);
  if (length <= MAX_SHORT_LENGTH) return bytes.writeUInt8(length, second);
  if (length <= 0xffff) return bytes.writeUInt16BE(length, bytes.writeUInt8(TWO_BYTES, second));
  return bytes.writeBigUInt64BE(BigInt(length), bytes.writeUInt8(EIGHT_BYTES, second));
}
