/** What is detected beside what a sender marked. */
import { expect, test } from "vitest";
import { detectedAmong } from "./detected-among.ts";

const TEXT = "see example.com now";
const MARKS = [
  ["code before it", "code", 0, 4, true],
  ["code over its first letter", "code", 0, 5, false],
  ["a link inside of it", "text_link", 6, 2, false],
  ["bold over a part of it", "bold", 0, 6, true],
  ["a quote around it", "blockquote", 4, 11, true],
  ["a quote over a part of it", "blockquote", 0, 6, false],
  ["a quote that begins in it", "expandable_blockquote", 6, 13, false],
] as const;

test.each(MARKS)("%s", (_where, type, offset, length, isFound) => {
  const found = detectedAmong(TEXT, [{ type, offset, length }]);
  expect(found).toEqual(isFound ? [{ type: "url", offset: 4, length: 11 }] : []);
});
