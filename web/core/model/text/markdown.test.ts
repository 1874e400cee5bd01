/** Markdown by examples, and round trips through writing and parsing. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "./markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { threadCpu_ms } from "../../../../tests/support/cpu-time.ts";

/** `bold(0,4)`: a short form for comparisons. */
function brief(entities: readonly MessageEntity[]): string[] {
  return entities.map(({ type, offset, length, url, language, user }) => {
    const more = url ?? language ?? user?.id;
    return `${type}(${offset},${length}${more === undefined ? "" : `,${more}`})`;
  });
}

test.each([
  ["**bold** word", "bold word", ["bold(0,4)"]],
  [
    "__it__ <u>un</u> ~~st~~ ||sp|| `co`",
    "it un st sp co",
    ["italic(0,2)", "underline(3,2)", "strikethrough(6,2)", "spoiler(9,2)", "code(12,2)"],
  ],
  ["**a __b__ c**", "a b c", ["bold(0,5)", "italic(2,1)"]],
  ["__**both**__", "both", ["italic(0,4)", "bold(0,4)"]],
  ["***one left***", "*one left*", ["bold(0,10)"]],
  ["**two\nlines**", "two\nlines", ["bold(0,9)"]],
  ["**a **b**", "a **b", ["bold(0,5)"]],
  ["**a __b** c__", "a __b c__", ["bold(0,5)"]],
  ["un\u2060**believ**\u2060able", "unbelievable", ["bold(2,6)"]],
  [
    "(**a**), “__b__” — **Bob**'s: ~~c~~!",
    "(a), “b” — Bob's: c!",
    ["bold(1,1)", "italic(6,1)", "bold(11,3)", "strikethrough(18,1)"],
  ],
  ["**see https://gh.oh/a**", "see https://gh.oh/a", ["bold(0,19)"]],
  ["`foo`/`bar`, `foo`s", "foo/bar, foos", ["code(0,3)", "code(4,3)", "code(9,3)"]],
  ["¡**hola**!", "¡hola!", ["bold(1,4)"]],
  ["这是__粗体__文字", "这是粗体文字", ["italic(2,2)"]],
  ["❤️__x__", "❤️x", ["italic(2,1)"]],
  ["🐙 **x**", "🐙 x", ["bold(3,1)"]],
  ["`**code**`", "**code**", ["code(0,8)"]],
  ["```js\nlet a;\n```", "let a;", ["pre(0,6,js)"]],
  ["```one line```", "one line", ["pre(0,8)"]],
  ["say ```x``` so", "say x so", ["pre(4,1)"]],
  ["say\n```\nx\n\ny\n```\nend", "say\nx\n\ny\nend", ["pre(4,4)"]],
  ["```\n> x\n```", "> x", ["pre(0,3)"]],
  ["> wise\n> words\nmine", "wise\nwords\nmine", ["blockquote(0,10)"]],
  ["[here](https://example.org/a_(b))", "here", ["text_link(0,4,https://example.org/a_(b))"]],
  ["[[here](https://example.org/)]", "[here]", ["text_link(1,4,https://example.org/)"]],
  ["**[a __b__](https://example.org/)**", "a b", ["bold(0,3)", "text_link(0,3,https://example.org/)", "italic(2,1)"]],
  ["[Bob](@1002) and [Eve](tg://user?id=7)", "Bob and Eve", ["text_mention(0,3,1002)", "text_mention(8,3,7)"]],
])("%j is parsed as %j", (source, text, entities) => {
  const read = parseMarkdown(source);
  expect([read.text, brief(read.entities)]).toEqual([text, entities]);
});

test.each([
  "2 * 3 * 4",
  "https://gh.oh/a/b/__init__.py",
  "see https://gh.oh/__init__ and https://gh.oh/__x__",
  "__tests__/ and __tests__/a__b__",
  "https://gh.oh/?a=__b__&c=**d**",
  "https://gh.oh/~~x~~ https://gh.oh/||a||/||b||",
  "https://gh.oh/**glob**, src/**/a.ts, **/*.ts and **/*.js",
  "__main__.py and __init__.py",
  "if (a||b||c) return x||y;",
  "a**b**c + 2**3**4",
  "C:\\__pycache__\\x and \\__pycache__\\x",
  "\\\\server\\__x__\\__y__",
  "f(**a, **b), (~~x)+(~~y)",
  "||a||b||",
  "un**believ**able and ha<u>lf</u>",
  "it`s John`s, html`x`",
  "https://gh.oh/`a`",
  "handlers[name](event.id) and f()[0](a.bc)",
  "[x](y)",
  ">= 5 and >:(",
  ">:(",
  ">= 5",
  "*not italic* and _neither_",
  "a*b*c",
  "my_file_name.txt and my__other__file",
  "dir\\__pycache__ and dir\\**\\*.ts",
  "Name: ______ Date: ______",
  "** not bold **",
  "**unfinished",
  "a || b || c",
  "snake_case_name and __init__x",
  "**\n\nfar apart**",
  "****",
  "``",
  "``` ```",
  "`two\nlines`",
  "<u></u> <u> x </u>",
  "¯\\_(ツ)_/¯",
  "C:\\dir\\file",
  "[x](javascript:alert(1))",
  "[x] (y)",
  "5 > 4",
  ">\n>",
  "```\nnever closed",
])("%j stays as it is", (source) => {
  expect({ ...parseMarkdown(source) }).toEqual({ text: source, entities: [] });
});

test.each([
  ["\\**no**", "**no**"],
  ["\\*\\*no", "\\*\\*no"],
  ["\\> no quote", "> no quote"],
  ["\\\\**x**", "\\x"],
  ["**a\\**b**", "a**b"],
  ["\\`x`", "`x`"],
  ["\\<u>x</u>", "<u>x</u>"],
  ["\\[x](https://example.org)", "[x](https://example.org)"],
])("a backslash: %j is parsed as %j", (source, text) => {
  expect(parseMarkdown(source).text).toBe(text);
});

test("addresses, paths and code stay as they are, wherever they are in a text without other marks", () => {
  const mark = fc.constantFrom("__", "**", "~~", "||");
  const name = fc.stringMatching(/^[a-zа-я0-9]{1,6}$/);
  const marked = fc.tuple(mark, name).map(([sign, word]) => `${sign}${word}${sign}`);
  const parts = fc.array(fc.oneof(name, marked), { minLength: 1, maxLength: 4 });
  const token = fc.oneof(
    fc
      .tuple(parts, fc.constantFrom("", "?q=", "#"))
      .map(([all, tail]) => `https://gh.oh/${all.join("/")}${tail && `${tail}__a__`}`),
    parts.map((all) => `C:\\${all.join("\\")}`),
    parts.map((all) => `./${all.join("/")}/x`),
    fc.tuple(marked, fc.constantFrom("py", "test.ts")).map(([word, type]) => `${word}.${type}`),
    fc.tuple(name, mark, name, name).map(([a, sign, b, c]) => `(${a}${sign}${b}${sign}${c})`),
  );
  const words = fc.array(fc.oneof(token, name), { minLength: 1, maxLength: 5 }).map((all) => all.join(" "));
  fc.assert(
    fc.property(words, (source) => {
      expect({ ...parseMarkdown(source) }).toEqual({ text: source, entities: [] });
    }),
    { numRuns: 2000 },
  );
});

/** Texts of everything that can be a mark, and of plain text. */
const typed = fc
  .array(
    fc.constantFrom(
      ..."ab _*\\\n",
      "**",
      "__",
      "~~",
      "||",
      "`",
      "```",
      "<u>",
      "</u>",
      "> ",
      "[a](b.org)",
      "🐙",
      "\u2060",
      "://",
      ".",
    ),
  )
  .map((parts) => parts.join(""));

test("only marks are removed, and entities are inside the text on whole characters", () => {
  fc.assert(
    fc.property(typed, (source) => {
      const { text, entities } = parseMarkdown(source);
      const bare = (each: string) => each.replaceAll(/[*_~|`\\<>/u[\]()\s\u2060]|\(?b\.org\)?/gu, "");
      // The language of a code block is a mark, too, and is in the entity.
      const languages = entities.filter(({ language }) => language !== undefined).toReversed();
      const whole = languages.reduce(
        (t, { offset, language }) => t.slice(0, offset) + language + t.slice(offset),
        text,
      );
      expect(bare(whole)).toBe(bare(source));
      for (const { offset, length } of entities) {
        expect(length).toBeGreaterThan(0);
        expect(offset + length).toBeLessThanOrEqual(text.length);
        expect(text.slice(offset, offset + length).isWellFormed()).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test.each(["**a ", "[", "[a](x(", "```", "`", "`\n", "> ", ">\n", "\\", "\\**", "<u>a ", "||a", "__a** ", "```x\n"])(
  "parsing many %j takes linear time",
  (part) => {
    const took = (count: number) => {
      const source = part.repeat(count);
      const times = [1, 2, 3].map(() => {
        const begun = threadCpu_ms();
        parseMarkdown(source);
        return threadCpu_ms() - begun;
      });
      return Math.min(...times);
    };
    took(1000);
    // Sixteen times the input takes sixteen times as long, plus noise; quadratic time would take 256 times as long.
    expect(took(32_000)).toBeLessThan(Math.max(5, took(2000)) * 100);
  },
);

describe("writing formatted text as Markdown", () => {
  test.each([
    ["2 * 3", [], "2 * 3"],
    ["**x**", [], "\\**x**"],
    ["my__file__name", [], "my__file__name"],
    ["a b c", [{ type: "bold", offset: 2, length: 1 }], "a **b** c"],
    [
      "Bob?",
      [{ type: "text_mention", offset: 0, length: 3, user: { id: 7, is_bot: false, first_name: "" } }],
      "[Bob](@7)?",
    ],
    ["let a;\nso", [{ type: "pre", offset: 0, length: 6, language: "js" }], "```js\nlet a;\n```\nso"],
    ["@bob hi", [{ type: "mention", offset: 0, length: 4 }], "@bob hi"],
    ["half", [{ type: "underline", offset: 0, length: 2 }], "\u2060<u>ha</u>\u2060lf"],
    ["half", [{ type: "italic", offset: 0, length: 2 }], "\u2060__ha__\u2060lf"],
    ["https://gh.oh/__x__", [], "https://gh.oh/__x__"],
    ["__x__ C:\\__y__", [], "\\__x__ C:\\__y__"],
  ] satisfies [string, MessageEntity[], string][])("%j with %j", (text, entities, source) => {
    expect(writeMarkdown(text, entities)).toBe(source);
  });

  const characters = fc.oneof(typed, fc.string({ unit: fc.constantFrom(..."ab *_~|`[]()<u/>\\\n"), maxLength: 24 }));

  test("every plain text survives a round trip", () => {
    fc.assert(
      fc.property(characters, (text) => {
        const read = parseMarkdown(writeMarkdown(text, []));
        expect({ ...read }).toEqual({ text, entities: [] });
      }),
      { numRuns: 3000 },
    );
  });

  test("typed text has the same meaning after a round trip", () => {
    fc.assert(
      fc.property(characters, (source) => {
        const first = parseMarkdown(source);
        const again = parseMarkdown(writeMarkdown(first.text, first.entities));
        expect(again.text).toBe(first.text);
        expect(again.entities.length).toBeLessThanOrEqual(first.entities.length);
      }),
      { numRuns: 3000 },
    );
  });
});
