/** Small files on which the media library loops endlessly, or repeats an operation as often as a number in them says. */
import { video } from "./recordings.ts";

/** A FLAC file without a length and without packets: the library searches for a packet without end. */
export function emptyFlac(): Buffer<ArrayBuffer> {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  // 44.1 kHz, one channel, 16 bits, and no number of samples.
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n), 10);
  return Buffer.concat([Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(1300)]);
}

/** A WebM or Matroska file whose segment contains only zeros: the search for the next element does not advance. */
export function emptyMatroska(doctype: "webm" | "matroska"): Buffer<ArrayBuffer> {
  const type = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 + doctype.length]), Buffer.from(doctype)]);
  const head = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + type.length]), type]);
  const segment = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0, 0, 0, 0x10, 0]);
  return Buffer.concat([head, segment, Buffer.alloc(1300)]);
}

/** A video that claims four billion samples in its first chunk. */
export async function endlessVideo(): Promise<Buffer<ArrayBuffer>> {
  const bytes = await video("mp4");
  // The box's type is followed by its flags, the number of entries, and the chunk of the first entry.
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf("stsc") + 16);
  return bytes;
}
