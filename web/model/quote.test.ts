/** Words that were selected on the page are found in the message they belong to. */
import { expect, test } from "vitest";
import { findQuote } from "./quote.ts";

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
