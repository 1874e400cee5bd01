/** Recognizes animated pictures by the first bytes of their file. */

/** How many bytes of a file are looked at. */
export const PICTURE_HEADER_BYTES = 4096;

const WEBP_ANIMATION_FLAG = 0x02;
const PNG_SIGNATURE = "\x89PNG\r\n\x1a\n";

/** The format of an animated WebP or PNG; `undefined` for other files and for pictures without animation. */
export function animatedFormat(header: Uint8Array): "webp" | "png" | undefined {
  const text = (start: number, length: number) => String.fromCharCode(...header.subarray(start, start + length));
  if (text(0, 4) === "RIFF" && text(8, 8) === "WEBPVP8X")
    return ((header[20] ?? 0) & WEBP_ANIMATION_FLAG) === 0 ? undefined : "webp";
  return text(0, 8) === PNG_SIGNATURE && hasAnimationChunk(header, text) ? "png" : undefined;
}

/** The chunk `acTL` comes before the data of the picture. */
function hasAnimationChunk(header: Uint8Array, text: (start: number, length: number) => string): boolean {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  for (let at = PNG_SIGNATURE.length; at + 8 <= header.length; at += 12 + view.getUint32(at)) {
    const type = text(at + 4, 4);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}
