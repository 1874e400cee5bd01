/** The rule of what is typed, by examples; and that changing a message finds what was said. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMarkdown } from "./markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

/** `bold(0,4)`: enough to compare by. */
function brief(entities: readonly MessageEntity[]): string[] {
  return entities.map(({ type, offset, length, url, language, user }) => {
    const more = url ?? language ?? user?.id;
    return `${type}(${offset},${length}${more === undefined ? "" : `,${more}`})`;
  });
}

test.each([
  ["**bold** word", "bold word", ["bold(0,4)"]],
  [
    "*it* __un__ ~~st~~ ||sp|| `co`",
    "it un st sp co",
    ["italic(0,2)", "underline(3,2)", "strikethrough(6,2)", "spoiler(9,2)", "code(12,2)"],
  ],
  ["**a *b* c**", "a b c", ["bold(0,5)", "italic(2,1)"]],
  ["***both***", "both", ["bold(0,4)", "italic(0,4)"]],
  ["*a **b***", "a b", ["italic(0,3)", "bold(2,1)"]],
  ["**two\nlines**", "two\nlines", ["bold(0,9)"]],
  ["`**code**`", "**code**", ["code(0,8)"]],
  ["```js\nlet a;\n```", "let a;", ["pre(0,6,js)"]],
  ["say\n```\nx\n\ny\n```\nend", "say\nx\n\ny\nend", ["pre(4,4)"]],
  ["> wise\n> words\nmine", "wise\nwords\nmine", ["blockquote(0,10)"]],
  ["[here](https://example.org/a_(b))", "here", ["text_link(0,4,https://example.org/a_(b))"]],
  ["[Bob](@1002) and [Eve](tg://user?id=7)", "Bob and Eve", ["text_mention(0,3,1002)", "text_mention(8,3,7)"]],
])("%j says %j", (source, text, entities) => {
  const read = readMarkdown(source);
  expect([read.text, brief(read.entities)]).toEqual([text, entities]);
});

test.each([
  "2 * 3 * 4",
  "a*b*c",
  "** not bold **",
  "**unfinished",
  "snake_case_name and __init__x",
  "**\n\nfar apart**",
  "****",
  "``",
  "¯\\_(ツ)_/¯",
  "C:\\dir\\file",
  "[x](javascript:alert(1))",
  "[x] (y)",
  "5 > 4",
  "```\nnever closed",
])("%j stays as it is", (source) => {
  expect({ ...readMarkdown(source) }).toEqual({ text: source, entities: [] });
});

test.each([
  ["\\*\\*no\\*\\*", "**no**"],
  ["\\> no quote", "> no quote"],
  ["\\\\*x*", "\\x"],
  ["\\[x](https://example.org)", "[x](https://example.org)"],
])("a backslash: %j says %j", (source, text) => {
  expect(readMarkdown(source).text).toBe(text);
});

describe("what was said, typed again", () => {
  test.each([
    ["2 * 3", [], "2 * 3"],
    ["**x**", [], "\\*\\*x\\*\\*"],
    ["a b c", [{ type: "bold", offset: 2, length: 1 }], "a **b** c"],
    [
      "Bob?",
      [{ type: "text_mention", offset: 0, length: 3, user: { id: 7, is_bot: false, first_name: "" } }],
      "[Bob](@7)?",
    ],
    ["let a;\nso", [{ type: "pre", offset: 0, length: 6, language: "js" }], "```js\nlet a;\n```\nso"],
    ["@bob hi", [{ type: "mention", offset: 0, length: 4 }], "@bob hi"],
    ["half", [{ type: "underline", offset: 0, length: 2 }], "half"],
  ] satisfies [string, MessageEntity[], string][])("%j with %j", (text, entities, source) => {
    expect(writeMarkdown(text, entities)).toBe(source);
  });

  const characters = fc.string({ unit: fc.constantFrom(..."ab *_~|`[]()>\\\n"), maxLength: 24 });

  test("every plain text is said again", () => {
    fc.assert(
      fc.property(characters, (text) => {
        const read = readMarkdown(writeMarkdown(text, []));
        expect({ ...read }).toEqual({ text, entities: [] });
      }),
      { numRuns: 3000 },
    );
  });

  test("what was typed says the same when it is typed again", () => {
    fc.assert(
      fc.property(characters, (source) => {
        const first = readMarkdown(source);
        const again = readMarkdown(writeMarkdown(first.text, first.entities));
        expect(again.text).toBe(first.text);
        expect(again.entities.length).toBeLessThanOrEqual(first.entities.length);
      }),
      { numRuns: 3000 },
    );
  });

  test("every entity lies inside the text", () => {
    fc.assert(
      fc.property(characters, (source) => {
        const { text, entities } = readMarkdown(source);
        for (const { offset, length } of entities) {
          expect(length).toBeGreaterThan(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});
