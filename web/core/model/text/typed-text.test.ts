/** Texts typed without Markdown: everything stays, and mentions of people are links. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { needsMarkdown, readTyped, writeTyped } from "./typed-text.ts";

const mention = { type: "text_mention", offset: 3, length: 3, user: { id: 7, is_bot: false, first_name: "" } } as const;

test("a mention is a link, other marks are not", () => {
  expect(readTyped("Hi [Bob](@7), **x** [a](b.org)", false)).toEqual({
    text: "Hi Bob, **x** [a](b.org)",
    entities: [mention],
  });
  expect(writeTyped({ text: "Hi Bob, **x**", entities: [mention] }, false)).toBe("Hi [Bob](@7), **x**");
});

test("every text without mentions stays as it was typed", () => {
  const typed = fc.string({ unit: fc.constantFrom(..."ab *_~|`[]()<u/>@7\\\n") }).filter((text) => !/\(@\d/.test(text));
  fc.assert(
    fc.property(typed, (source) => {
      expect(readTyped(source, false)).toEqual({ text: source, entities: [] });
      expect(writeTyped({ text: source, entities: [] }, false)).toBe(source);
    }),
  );
});

test("formats need Markdown, mentions and what the service finds do not", () => {
  expect(needsMarkdown([mention, { type: "url", offset: 0, length: 2 }])).toBe(false);
  expect(needsMarkdown([{ type: "bold", offset: 0, length: 2 }])).toBe(true);
});
