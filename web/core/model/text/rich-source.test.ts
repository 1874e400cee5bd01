/** When typed Markdown becomes a rich message. */
import { expect, test } from "vitest";
import { asRichSource, fromRichSource, hasBlocks } from "./rich-source.ts";
import { readTyped } from "./typed-text.ts";

test.each([
  "- a\n- b",
  "to do:\n* a\n* b\n",
  "1. a\n2. b",
  "1) a\n2) b",
  "- [ ] a",
  "- [x] a",
  "| a | b |\n|---|:-:|\n| c | d |",
  "a | b\n- | -",
  "```\nx\n```\n- a\n- b",
])("%j has blocks", (source) => {
  expect(hasBlocks(source)).toBe(true);
});

test.each([
  "",
  "- a",
  "-a\n-b",
  "a - b\nc - d",
  "1.5\n2.5",
  "2. place",
  "a | b",
  "a\n---",
  "```\n- a\n- b\n```",
  "**a**\n> b",
  "- [ ]",
])("%j has none", (source) => {
  expect(hasBlocks(source)).toBe(false);
});

test("a mention of a person is an address for the service, and is shown as it was typed", () => {
  const typed = "- [Bob](@12)\n- [a](https://b.example)";
  expect(asRichSource(typed)).toBe("- [Bob](tg://user?id=12)\n- [a](https://b.example)");
  expect(fromRichSource(asRichSource(typed))).toBe(typed);
});

test("only Markdown with blocks is sent as a rich message, and only while Markdown is on", () => {
  expect(readTyped("- a\n- b", true)).toEqual({ text: "- a\n- b", entities: [], rich_source: "- a\n- b" });
  expect(readTyped("- a\n- b", false)).toEqual({ text: "- a\n- b", entities: [] });
  expect(readTyped("**a**", true)).not.toHaveProperty("rich_source");
});
