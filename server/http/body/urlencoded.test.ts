/** Pairs are read as browsers write and read them, but for bytes that are no UTF-8. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPairs } from "./urlencoded.ts";

function read(text: string): Record<string, unknown> {
  const params = new Map<string, unknown>();
  readPairs(text, params);
  return Object.fromEntries(params);
}

test.each([
  ["a=100%", { a: "100%" }],
  ["a=50%+off&b=%4&c=%zz&d=%d0%b6%", { a: "50% off", b: "%4", c: "%zz", d: "ж%" }],
  ["100%=a&x=%%41", { "100%": "a", x: "%A" }],
  ["a=%25&b=%2525&c=%u0416", { a: "%", b: "%25", c: "%u0416" }],
])("a percent sign without two hex digits stands for itself: %s", (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each(["a=%ff", "a=%&b=%ff", "a=%ed%a0%bd", "%ff=a", "unknown=%c0%80"])("%s is no UTF-8", (text) => {
  expect(() => read(text)).toThrow("a parameter is not valid UTF-8");
});

test.each(["a=%00", "a=b&c=%ef%bf%bf", "a=\0", "a\uffff=b"])("%j is not portable", (text) => {
  expect(() => read(text)).toThrow("strings must not contain NUL, U+FFFE or U+FFFF");
});

test("any text means what URLSearchParams reads", () => {
  const piece = fc.constantFrom(..."%%%%0aAdfFz+=&é😀", "%d0%b6", "%f0%9f%98%80", "%2");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join("");
      const expected = new Map([...new URLSearchParams(text)].reverse());
      // Where browsers put U+FFFD, the service refuses.
      fc.pre(![...expected].flat().some((each) => /[\ufffd\0]/.test(each)));
      expect(new Map(Object.entries(read(text)))).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});
