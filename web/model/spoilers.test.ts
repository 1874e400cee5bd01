/** What is hidden in a message stays hidden where a line of it is shown. */
import { expect, test } from "vitest";
import { covered } from "./spoilers.ts";

const spoiler = (offset: number, length: number) => ({ type: "spoiler" as const, offset, length });

test.each([
  ["nothing is hidden", [], "nothing is hidden"],
  ["the butler did it", [spoiler(4, 6)], "the ▒▒▒▒▒▒ did it"],
  ["two words", [spoiler(0, 9)], "▒▒▒ ▒▒▒▒▒"],
  ["a 🎉 b", [spoiler(2, 2)], "a ▒ b"],
  ["one two", [spoiler(4, 3), spoiler(0, 5)], "▒▒▒ ▒▒▒"],
  ["short", [spoiler(3, 40)], "sho▒▒"],
])("%s", (text, entities, shown) => expect(covered(text, entities)).toBe(shown));

test("other entities cover nothing", () => {
  expect(covered("bold", [{ type: "bold", offset: 0, length: 4 }])).toBe("bold");
});
