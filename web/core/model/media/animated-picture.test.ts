/** Animated pictures are recognized by their first bytes. */
import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { animatedPicture, drawPicture } from "../../../../tests/support/media.ts";
import { animatedFormat, PICTURE_HEADER_BYTES } from "./animated-picture.ts";

const headerOf = (file: Uint8Array) => animatedFormat(file.subarray(0, PICTURE_HEADER_BYTES));

test("an animated WebP, and no still picture", async () => {
  expect(headerOf(await animatedPicture("webp"))).toBe("webp");
  expect(headerOf(await animatedPicture("gif"))).toBeUndefined();
  for (const format of ["webp", "png", "jpeg"] as const)
    expect(headerOf(await drawPicture(20, 20, "teal", format))).toBeUndefined();
  // The extended format without animation, because of the transparency.
  const transparent = sharp({ create: { width: 9, height: 9, channels: 4, background: "#0008" } });
  expect(headerOf(await transparent.webp().toBuffer())).toBeUndefined();
});

test("an animated PNG", async () => {
  const still = await drawPicture(20, 20, "teal", "png");
  const control = Buffer.alloc(20);
  control.writeUInt32BE(8, 0);
  control.write("acTL", 4);
  expect(headerOf(Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]))).toBe("png");
});

test("any bytes", () => {
  const starts = [[], [...Buffer.from("RIFF0000WEBPVP8X")], [...Buffer.from("\x89PNG\r\n\x1a\n", "latin1")]];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 64 }), (start, rest) => {
      expect([undefined, "webp", "png"]).toContain(animatedFormat(Uint8Array.from([...start, ...rest])));
    }),
  );
});
