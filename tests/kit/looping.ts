/** Small files over which the library that reads media loops, or does without end what a number in them asks for. */
import { film } from "./recordings.ts";

/** A FLAC file that says neither how long it is nor has anything to count: no packet is ever found. */
export function emptyFlac(): Buffer<ArrayBuffer> {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(4096, 0);
  info.writeUInt16BE(4096, 2);
  // 44.1 kHz, one channel, 16 bits, and no number of samples.
  info.writeBigUInt64BE((44_100n << 44n) | (15n << 36n), 10);
  return Buffer.concat([Buffer.from("fLaC"), Buffer.from([0x80, 0, 0, 34]), info, Buffer.alloc(1300)]);
}

/** A WebM or Matroska file with nothing but zeros in its segment: the search for the next element stays at its end. */
export function emptyMatroska(doctype: "webm" | "matroska"): Buffer<ArrayBuffer> {
  const type = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 + doctype.length]), Buffer.from(doctype)]);
  const head = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + type.length]), type]);
  const segment = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0, 0, 0, 0, 0, 0x10, 0]);
  return Buffer.concat([head, segment, Buffer.alloc(1300)]);
}

/** A film that says that four billion pictures are in its first chunk. */
export async function endlessFilm(): Promise<Buffer<ArrayBuffer>> {
  const bytes = await film("mp4");
  // After the box's type come its flags, the number of entries, and of the first entry its chunk.
  bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf("stsc") + 16);
  return bytes;
}
