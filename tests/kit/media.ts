/** Little files that tests make themselves. */
import sharp from "sharp";

/** A picture of one colour. */
export function drawPicture(
  width: number,
  height: number,
  background: string,
  format: "png" | "jpeg" | "gif" = "png",
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
}

/** A WAV file of so many seconds in which nothing is heard. */
export function silence(seconds: number): Buffer<ArrayBuffer> {
  const rate = 8000;
  const bytes = rate * seconds;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + bytes, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.alloc(bytes, 128)]);
}

/** An MP3 file of so many frames, 38 to the second, in which nothing is heard. */
export function silentMp3(frames: number): Buffer<ArrayBuffer> {
  // MPEG-1, layer 3, 128 kbit/s at 44.1 kHz, joint stereo: 417 bytes a frame.
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9044, 0);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}
