/** Splitting long texts: nothing is lost, no part is too long, and words stay whole. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lengthOf, splitText } from "./split-text.ts";

const plain = (text: string) => ({ text, entities: [] });

test("a short text is one part, and an empty one none", () => {
  expect(splitText(plain("short"), 10)).toEqual([plain("short")]);
  expect(splitText(plain(""), 10)).toEqual([]);
});

test("splits at lines rather than words, and at words rather than characters", () => {
  expect(splitText(plain("one two\nthree four"), 14).map((part) => part.text)).toEqual(["one two\n", "three four"]);
  expect(splitText(plain("one two three"), 9).map((part) => part.text)).toEqual(["one two ", "three"]);
  expect(splitText(plain("abcdefgh"), 3).map((part) => part.text)).toEqual(["abc", "def", "gh"]);
});

test("an entity continues in the next part", () => {
  const entities = [{ type: "bold", offset: 4, length: 7 }];
  expect(splitText({ text: "one two three", entities }, 9)).toEqual([
    { text: "one two ", entities: [{ type: "bold", offset: 4, length: 4 }] },
    { text: "three", entities: [{ type: "bold", offset: 0, length: 3 }] },
  ]);
});

test("no character is lost or cut in two, and no part is too long", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "😀", "-"), minLength: 1 }),
      fc.integer({ min: 1, max: 9 }),
      (text, most) => {
        const parts = splitText(plain(text), most);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const part of parts) {
          expect(lengthOf(part.text)).toBeLessThanOrEqual(most);
          expect(part.text.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});
