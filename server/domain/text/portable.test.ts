/** Portable text: what is refused, and what becomes of text that was stored before. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { notPortable, notPortableJson, portable, portableJson, truncated, withoutControls } from "./portable.ts";

const NOT_UTF8 = "strings must be encoded in UTF-8";
const NONCHARACTER = "strings must not contain NUL, U+FFFE or U+FFFF";
/** Any UTF-16 units, many of them halves of pairs. */
const units = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd7f0, max: 0xe00f }),
      fc.constantFrom(0, 34, 92, 117),
    ),
  )
  .map((codes) => String.fromCharCode(...codes));
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    units,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(units, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

test.each([
  ["a\ud83d", NOT_UTF8],
  ["\ude00\ud83d", NOT_UTF8],
  ["a\0", NONCHARACTER],
  ["\ufffe", NONCHARACTER],
  ["\uffff", NONCHARACTER],
  ["a\u0001\u007f\u0085\u202e\ufdd0\ufffd😀\u{1ffff}", undefined],
])("%j", (text, fault) => {
  expect(notPortable(text)).toBe(fault);
  const json = JSON.stringify([{ [text]: 1 }]);
  const inAscii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  for (const written of [json, inAscii]) expect(notPortableJson(JSON.parse(written), written)).toBe(fault);
});

test("escapes that only look like halves of pairs are left as they are", () => {
  for (const text of ["\\ud83d", "\\\\ud83d", "\\\\\\ud83d", "C:\\udon", "\ud83d\ude00"]) {
    const json = JSON.stringify({ text });
    expect(portableJson(json)).toBe(json);
  }
  const pair = String.raw`{"a":"\ud83d\ude00\uD83D\uDE00 \\ud83d"}`;
  expect(portableJson(pair)).toBe(pair);
});

test("JSON of any value is that of the value with replacement characters", () => {
  fc.assert(
    fc.property(value, (any) => {
      const json = portableJson(JSON.stringify(any));
      expect(json.isWellFormed()).toBe(true);
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(any), (_name, each) => wellFormed(each)));
    }),
  );
});

/** Two names may become one, and the last of them counts, as in the JSON text. */
function wellFormed(each: unknown): unknown {
  if (typeof each === "string") return each.toWellFormed();
  if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
  return Object.fromEntries(Object.entries(each).map(([name, member]) => [name.toWellFormed(), member]));
}

test("no cut goes through a pair", () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 1, max: 8 }), (text, max) => {
      const cut = truncated(text.toWellFormed(), max);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(text.toWellFormed().startsWith(cut)).toBe(true);
      expect(notPortable(portable(text, max))).toBeUndefined();
    }),
  );
  expect(truncated("ab😀", 3)).toBe("ab");
  expect(truncated("ab😀", 4)).toBe("ab😀");
});

test("control characters become spaces, tabs and ends of lines stay", () => {
  expect(withoutControls("a\u0000\u0001b\t\r\n\u001f\u007fc")).toBe("a  b\t\r\n \u007fc");
});
