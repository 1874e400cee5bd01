/** The first lines of texts, and files that are none. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstLines, mayBeText } from "./first-lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("lines of any ending, at most twenty and two thousand characters", () => {
  expect(firstLines(bytes("a\r\nb\rc\n"))).toBe("a\nb\nc\n");
  expect(firstLines(bytes("x\n".repeat(30)))?.split("\n")).toHaveLength(20);
  expect(firstLines(bytes("y".repeat(3000)))).toHaveLength(2000);
  expect(firstLines(new Uint8Array())).toBe("");
});

test("a text that is cut within a character", () => {
  const whole = bytes("añb€");
  expect(firstLines(whole.subarray(0, -1))).toBe("añb");
});

test("what is no text", () => {
  expect(firstLines(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0))).toBeUndefined();
  expect(firstLines(Uint8Array.of(0xff, 0xfe, 0x41))).toBeUndefined();
  expect(firstLines(bytes("a\u0000b"))).toBeUndefined();
});

test("any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (any) => {
      const lines = firstLines(any);
      expect(lines === undefined || (lines.isWellFormed() && lines.length <= 2000)).toBe(true);
    }),
  );
});

test("types that may be texts", () => {
  const types = ["text/csv", "application/json", "image/svg+xml", "application/xml", "application/octet-stream"];
  expect(types.every((mime_type) => mayBeText({ mime_type }))).toBe(true);
  const others = ["application/pdf", "application/zip", "image/png", "application/vnd.ms-excel"];
  expect(others.some((mime_type) => mayBeText({ mime_type }))).toBe(false);
});
