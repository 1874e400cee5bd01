/** Emoji are distinguished from other characters. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { countFewEmoji } from "./emoji.ts";

test.each([
  ["😀", 1],
  ["😀😀", 2],
  ["😀👍🎉", 3],
  ["👍🏽", 1],
  ["☝🏿", 1],
  ["❤️", 1],
  ["☺️", 1],
  ["❤️‍🔥", 1],
  ["👨‍👩‍👧‍👦", 1],
  ["👩🏽‍❤️‍💋‍👨🏿", 1],
  ["👁️‍🗨️", 1],
  ["🏳️‍🌈🏴‍☠️", 2],
  ["🇩🇪", 1],
  ["🇩🇪🇫🇷🇯🇵", 3],
  ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", 1],
  ["1️⃣", 1],
  ["#️⃣*️⃣0️⃣", 3],
  ["⌚", 1],
])("%s is emoji alone", (text, count) => {
  expect(countFewEmoji(text)).toBe(count);
});

test.each([
  "",
  "1",
  "#",
  "12",
  "1\uFE0F",
  "a",
  "©",
  "™",
  "❤",
  "☺",
  "🇩",
  "🏽x",
  "😀😀😀😀",
  "😀 😀",
  "😀\n😀",
  "😀!",
  "hi 😀",
  "\u200D",
  "\uFE0F",
  "a\u20E3",
  "😀\u0301",
  "سلام",
])("%j is not", (text) => {
  expect(countFewEmoji(text)).toBe(0);
});

test("no text without emoji has any, and a long one is not gone through", () => {
  fc.assert(fc.property(fc.string(), (text) => countFewEmoji(text) === 0));
  expect(countFewEmoji("👨‍👩‍👧‍👦".repeat(100_000))).toBe(0);
  expect(countFewEmoji(`😀${"\u200D😀".repeat(100_000)}`)).toBe(0);
});
