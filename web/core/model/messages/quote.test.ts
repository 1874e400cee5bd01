/** Selected text of the page is found in its message. */
import { expect, test } from "vitest";
import { findQuote, quoteOfWhole, withSpoilers } from "./quote.ts";

test.each([
  ["a word", "one two three", "two", "one ", { text: "two", position: 4 }],
  ["white space around it", "one two three", " two ", "one", { text: "two", position: 4 }],
  ["the second of two that are alike", "no, no, no", "no", "no, ", { text: "no", position: 4 }],
  ["the last of them", "no, no, no", "no", "no, no, ", { text: "no", position: 8 }],
  [
    "lines that a block ends without a line feed",
    "see\nls -a\nand",
    "seels -aand",
    "",
    { text: "see\nls -a\nand", position: 0 },
  ],
  ["characters of two units", "👍 yes 👎", "yes 👎", "👍 ", { text: "yes 👎", position: 3 }],
  ["all of it", "whole", "whole", "", { text: "whole", position: 0 }],
  ["nothing but white space", "one two", " \n", "", undefined],
  ["words with a label between them", "see\nls", "seebashls", "", undefined],
])("%s", (_, text, selected, before, expected) => {
  expect(findQuote(text, selected, before)).toEqual(expected);
});

test.each([
  ["inside", { offset: 5, length: 2 }, [{ offset: 1, length: 2 }]],
  ["over both edges", { offset: 0, length: 20 }, [{ offset: 0, length: 6 }]],
  ["elsewhere", { offset: 0, length: 4 }, undefined],
])("what is hidden %s of it stays hidden", (_where, place, kept) => {
  const quote = { text: "butler", position: 4 };
  const entities = kept?.map((each) => ({ type: "spoiler" as const, ...each }));
  const hidden = withSpoilers(quote, [
    { type: "bold", offset: 4, length: 6 },
    { type: "spoiler", ...place },
  ]);
  expect(hidden).toEqual(entities ? { ...quote, entities } : quote);
});

test("a whole message is quoted up to the longest quote, and no half of a character", () => {
  expect(quoteOfWhole(" one two ", [])).toEqual({ text: "one two", position: 1 });
  expect(quoteOfWhole("  ", [])).toBeUndefined();
  const quote = quoteOfWhole(`${"a".repeat(1023)}😀`, [{ type: "spoiler", offset: 1000, length: 25 }]);
  expect(quote).toEqual({
    text: "a".repeat(1023),
    position: 0,
    entities: [{ type: "spoiler", offset: 1000, length: 23 }],
  });
});
