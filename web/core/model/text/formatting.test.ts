/** Formatting commands on a selection, each undone by the same command. */
import { expect, test } from "vitest";
import { UNDERLINE } from "./chunks.ts";
import { makeLink, toggleCode, toggleMark, toggleQuote, type TextSelection, type Replacement } from "./formatting.ts";

/** In `a [b] c`, the brackets mark the selection. */
function field(drawn: string): TextSelection {
  const start = drawn.indexOf("[");
  const end = drawn.indexOf("]") - 1;
  return { text: drawn.replace(/[[\]]/g, ""), start, end };
}

function drawn({ text }: TextSelection, { from, to, words, start, end }: Replacement): string {
  const after = text.slice(0, from) + words + text.slice(to);
  return `${after.slice(0, start)}[${after.slice(start, end)}]${after.slice(end)}`;
}

test.each([
  ["a [b] c", "**", "a **[b]** c"],
  ["a **[b]** c", "**", "a [b] c"],
  ["a [**b**] c", "**", "a [b] c"],
  ["a [b ]c", "~~", "a ~~[b]~~ c"],
  ["[]", "__", "__[]__"],
  ["un[believ]able", "**", "un\u2060**[believ]**\u2060able"],
  ["un\u2060**[believ]**\u2060able", "**", "un[believ]able"],
  ["**[b]**", "__", "**__[b]__**"],
])("%s with %s becomes %s", (before, mark, after) => {
  expect(drawn(field(before), toggleMark(field(before), mark))).toBe(after);
});

test.each([
  ["a [b] c", "a <u>[b]</u> c"],
  ["a <u>[b]</u> c", "a [b] c"],
  ["a [<u>b</u>] c", "a [b] c"],
])("%s, underlined or no longer, becomes %s", (before, after) => {
  expect(drawn(field(before), toggleMark(field(before), ...UNDERLINE))).toBe(after);
});

test.each([
  ["a [b] c", "a `[b]` c"],
  ["a [b\nc] d", "a \n```\n[b\nc]\n```\n d"],
  ["[b\nc]", "```\n[b\nc]\n```"],
])("%j is code as %j", (before, after) => {
  expect(drawn(field(before), toggleCode(field(before)))).toBe(after);
});

test("a link waits for what it lacks", () => {
  const words = { text: "see here", start: 4, end: 8 };
  expect(makeLink(words)).toMatchObject({ words: "[here]()", start: 11 });
  const address = { text: "https://example.org", start: 0, end: 19 };
  expect(makeLink(address)).toMatchObject({ words: "[](https://example.org)", start: 1 });
});

test("lines become a quote and plain again", () => {
  const before = field("one\ntw[o\nth]ree");
  const quoted = toggleQuote(before);
  expect(quoted.words).toBe("> two\n> three");
  expect(toggleQuote({ text: quoted.words, start: 0, end: quoted.words.length }).words).toBe("two\nthree");
});
