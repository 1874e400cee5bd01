/** Files of a given name and size in place of those that people sent, whose bytes are not recorded. */
import { crc32 } from "node:zlib";

/** A PNG of one pixel up to its last chunk. */
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQ==", "base64");
const PNG_END = Buffer.from("AAAAAElFTkSuQmCC", "base64");
/** The length, type and checksum of a chunk. */
const CHUNK_BYTES = 12;
const LINE = "A file of a scenario.\n";

/** A picture where one is expected, and a text elsewhere. */
export function sampleFile(field: string, file_name: string | undefined, size: number): Buffer {
  const isPicture = field === "photo" || /\.(png|jpe?g|webp|gif)$/i.test(file_name ?? "");
  if (isPicture) return picture(size);
  return Buffer.alloc(size, LINE);
}

/** A chunk that no program knows fills a picture up to its size. */
function picture(size: number): Buffer {
  const filling = size - PNG.length - PNG_END.length - CHUNK_BYTES;
  if (filling < 0) return Buffer.concat([PNG, PNG_END]);
  const chunk = Buffer.alloc(filling + CHUNK_BYTES);
  chunk.writeUInt32BE(filling, 0);
  chunk.write("heLi", 4, "latin1");
  chunk.writeUInt32BE(crc32(chunk.subarray(4, filling + 8)), filling + 8);
  return Buffer.concat([PNG, chunk, PNG_END]);
}
