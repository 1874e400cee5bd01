/** Spoilers stay hidden in brief displays of a message. */
import { expect, test } from "vitest";
import { hideSpoilers } from "./spoilers.ts";

const spoiler = (offset: number, length: number) => ({ type: "spoiler" as const, offset, length });

test.each([
  ["nothing is hidden", [], "nothing is hidden"],
  ["the butler did it", [spoiler(4, 6)], "the ▒▒▒▒▒▒ did it"],
  ["two words", [spoiler(0, 9)], "▒▒▒ ▒▒▒▒▒"],
  ["a 🎉 b", [spoiler(2, 2)], "a ▒ b"],
  ["one two", [spoiler(4, 3), spoiler(0, 5)], "▒▒▒ ▒▒▒"],
  ["short", [spoiler(3, 40)], "sho▒▒"],
])("%s", (text, entities, shown) => expect(hideSpoilers(text, entities)).toBe(shown));

test("other entities cover nothing", () => {
  expect(hideSpoilers("bold", [{ type: "bold", offset: 0, length: 4 }])).toBe("bold");
});
