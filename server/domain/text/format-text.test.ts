/** Texts, their marks and what is found in them (behaviour.md §4). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatText, type FormatOptions } from "./format-text.ts";
import { threadCpu_ms } from "../../../tests/support/cpu-time.ts";

function format(input: string, parse_mode?: string, rest: Partial<FormatOptions> = {}) {
  return formatText(input, { max_code_points: 4096, ...(parse_mode === undefined ? {} : { parse_mode }), ...rest });
}

const FORMATS = ["bold", "italic", "underline", "strikethrough", "spoiler"] as const;

/** The entities as `type[text]`, with what they carry. */
function spans(input: string, parse_mode?: string): string[] {
  const outcome = format(input, parse_mode);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.entities.map((entity) => {
    const extra = entity.url ?? entity.language ?? entity.user_id ?? entity.custom_emoji_id ?? entity.unix_time;
    const text = outcome.text.slice(entity.offset, entity.offset + entity.length);
    return `${entity.type}[${text}]${extra === undefined ? "" : `(${extra})`}`;
  });
}

describe("marks", () => {
  test.each<[string, string, string[]]>([
    ["HTML", "<b>a<i>b</i></b>", ["bold[ab]", "italic[b]"]],
    [
      "HTML",
      "<strong>a</strong><em>b</em><ins>c</ins><del>d</del>",
      ["bold[a]", "italic[b]", "underline[c]", "strikethrough[d]"],
    ],
    ["HTML", '<span class="tg-spoiler">x</span> <tg-spoiler>y</tg-spoiler>', ["spoiler[x]", "spoiler[y]"]],
    ["HTML", '<a href="http://a.example/?x=1&amp;y=2">link</a>', ["text_link[link](http://a.example/?x=1&y=2)"]],
    ["HTML", '<a href="tg://user?id=42">you</a>', ["text_mention[you](42)"]],
    ["HTML", '<a href="javascript:alert(1)">no</a>', []],
    ["HTML", '<pre><code class="language-ts">let x</code></pre>', ["pre[let x](ts)"]],
    ["HTML", "<pre><code>x</code></pre>", ["pre[x]"]],
    ["HTML", "<pre><code>x</code>y</pre>", ["pre[xy]"]],
    ["HTML", "<blockquote expandable>q</blockquote>", ["expandable_blockquote[q]"]],
    ["HTML", "&lt;b&gt; &amp; &#128512; &unknown;", []],
    ["Markdown", "*a* _b_ `c`", ["bold[a]", "italic[b]", "code[c]"]],
    ["Markdown", "```ts\nlet x\n```", ["pre[let x](ts)"]],
    ["Markdown", "[t](http://x.example)", ["text_link[t](http://x.example)"]],
    ["Markdown", "\\*not bold\\*", []],
    ["MarkdownV2", "*b _i_ __u__*", ["bold[b i u]", "italic[i]", "underline[u]"]],
    ["MarkdownV2", "||s|| ~d~ `c\\`c`", ["spoiler[s]", "strikethrough[d]", "code[c`c]"]],
    ["MarkdownV2", "```py\nx = 1\n```", ["pre[x = 1](py)"]],
    ["MarkdownV2", ">one\n>two\nafter", ["blockquote[one\ntwo]"]],
    ["MarkdownV2", ">one\n>two||", ["expandable_blockquote[one\ntwo]"]],
    ["MarkdownV2", ">one\n**>two\n>three||\nafter", ["blockquote[one]", "expandable_blockquote[two\nthree]"]],
    ["MarkdownV2", "[t](http://x.example/a\\)b)", ["text_link[t](http://x.example/a)b)"]],
  ])("%s: %j", (mode, input, expected) => {
    expect(spans(input, mode)).toEqual(expected);
  });

  test.each<[string, string, string]>([
    ["HTML", "<x>", 'Unsupported start tag "x" at byte offset 0'],
    ["HTML", "é<b>x", 'Can\'t find end tag corresponding to start tag "b"'],
    ["HTML", "é<b", "Unclosed start tag at byte offset 2"],
    ["HTML", "<b>x</b", "Unclosed end tag at byte offset 4"],
    ["HTML", "日</b>", "Unexpected end tag at byte offset 3"],
    ["HTML", "<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ["HTML", "<a =x>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'],
    ["HTML", "<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ["Markdown", "😀_x", "Can't find end of the entity starting at byte offset 4"],
    ["MarkdownV2", "a.b", "Character '.' is reserved and must be escaped with the preceding '\\'"],
    ["MarkdownV2", "é*x", "Can't find end of Bold entity at byte offset 2"],
    ["MarkdownV2", "[x](y", "Can't find end of a URL at byte offset 4"],
  ])("%s: %j is refused", (mode, input, sentence) => {
    expect(format(input, mode)).toEqual({ ok: false, error: `can't parse entities: ${sentence}` });
  });
});

describe("finds", () => {
  test.each<[string, string[]]>([
    ["/start@echo_bot now", ["bot_command[/start@echo_bot]"]],
    ["path/to/file and </b>", []],
    ["@alice, @al and mail@alice.example", ["mention[@alice]", "email[mail@alice.example]"]],
    ["write to MailTo:bob@b.example", ["email[bob@b.example]"]],
    ["#tag #1 #ü_2 x#no", ["hashtag[#tag]", "hashtag[#ü_2]"]],
    ["$USD $usd", ["cashtag[$USD]"]],
    ["see example.com/a?b=c.", ["url[example.com/a?b=c]"]],
    ["version 1.2 of index.ts", []],
    ["(http://localhost:8080/x)", ["url[http://localhost:8080/x]"]],
  ])("%j", (input, expected) => {
    expect(spans(input)).toEqual(expected);
  });

  test("nothing is looked for in code and in links", () => {
    expect(spans("<code>@alice</code> <a href='http://x.example'>#tag</a>", "HTML")).toEqual([
      "code[@alice]",
      "text_link[#tag](http://x.example)",
    ]);
  });
});

describe("text", () => {
  test("outer white space goes, entities move along", () => {
    expect(format("  <b> x </b> ", "HTML")).toEqual({
      ok: true,
      text: "x",
      entities: [{ type: "bold", offset: 0, length: 1 }],
    });
  });

  test("the first line of code keeps its indentation, and outer empty lines go", () => {
    expect(format("<pre>\n\n\tx\n\n</pre>", "HTML")).toEqual({
      ok: true,
      text: "\tx",
      entities: [{ type: "pre", offset: 0, length: 2 }],
    });
    expect(format(" \t<code>\t</code>x", "HTML")).toMatchObject({ text: "x", entities: [] });
    expect(format("<pre>\t\n</pre>", "HTML")).toMatchObject({ ok: false, error: "message text is empty" });
  });

  test("errors count the bytes of the text as it was sent", () => {
    expect(format("a\r\nb\r\n*c", "MarkdownV2")).toMatchObject({ error: expect.stringMatching(/byte offset 6$/) });
    expect(format("a\u2028\r\n<b", "HTML")).toMatchObject({ error: expect.stringMatching(/byte offset 6$/) });
  });

  test("control characters and lone surrogates do not stay", () => {
    expect(format("a\u0000b\r\nc\ud800d")).toMatchObject({ text: "a b\nc\ufffdd" });
  });

  test("captions may be empty and have their own words", () => {
    expect(format("", undefined, { allow_empty: true, caption: true })).toMatchObject({ ok: true, text: "" });
    expect(format("x".repeat(5), undefined, { max_code_points: 4, caption: true })).toEqual({
      ok: false,
      error: "message caption is too long",
    });
  });

  test("given entities are cut to each other", () => {
    const entities = [
      { type: "bold", offset: 0, length: 4 },
      { type: "italic", offset: 2, length: 4 },
      { type: "mention", offset: 0, length: 2 },
    ] as const;
    expect(format("abcdef", undefined, { entities })).toMatchObject({
      entities: [
        { type: "bold", offset: 0, length: 4 },
        { type: "italic", offset: 2, length: 2 },
        { type: "italic", offset: 4, length: 2 },
      ],
    });
  });

  const named = (type: string, rest: object = {}) => [{ type, offset: 0, length: 2, ...rest }] as never;

  test("given entities carry what belongs to their type, and nothing else", () => {
    expect(format("abc", undefined, { entities: named("bold", { url: "x.example", language: "ts" }) })).toMatchObject({
      entities: [{ type: "bold", offset: 0, length: 2 }],
    });
    expect(format("abc", undefined, { entities: named("text_link", { url: "x.example" }) })).toMatchObject({
      entities: [{ type: "text_link", offset: 0, length: 2, url: "http://x.example" }],
    });
    expect(format("abc", undefined, { entities: named("text_link", { url: "javascript:alert(1)" }) })).toMatchObject({
      entities: [],
    });
  });

  test.each<[string, object, string]>([
    ["glow", {}, 'Unsupported entity type "glow"'],
    ["text_link", {}, 'Entity "text_link" has no "url"'],
    ["text_mention", {}, 'Entity "text_mention" has no "user"'],
    ["custom_emoji", {}, 'Entity "custom_emoji" has no "custom_emoji_id"'],
    ["bold", { offset: 2 }, "Entity begins in the middle of a character at byte offset 1"],
    ["bold", { offset: 0 }, "Entity ends in the middle of a character at byte offset 1"],
  ])("a given %s with %j is refused", (type, rest, sentence) => {
    expect(format("a😀b", undefined, { entities: named(type, rest) })).toEqual({
      ok: false,
      error: `can't parse entities: ${sentence}`,
    });
  });

  test("given entities stay in their place where lines end with CR LF", () => {
    const entities = [
      { type: "bold", offset: 3, length: 3 },
      { type: "italic", offset: 1, length: 2 },
      { type: "code", offset: 8, length: 2 },
    ] as const;
    expect(format("a\r\nbcd\r\nef", undefined, { entities })).toMatchObject({
      text: "a\nbcd\nef",
      entities: [
        { type: "italic", offset: 1, length: 1 },
        { type: "bold", offset: 2, length: 3 },
        { type: "code", offset: 6, length: 2 },
      ],
    });
  });

  const pieces = fc.constantFrom(
    ..."*_`[]()~|>#+-=.!\\<b></b><i></i>& \n",
    "ü",
    "😀",
    "x",
    "@alice",
    "/go",
    "http://a.example",
    "||",
    "__",
    "```",
    '<a href="x.example">',
    "</a>",
  );
  test.each([undefined, "HTML", "Markdown", "MarkdownV2"])(
    "whatever is sent as %s, the entities fit the text",
    (mode) => {
      fc.assert(
        fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
          const outcome = format(parts.join(""), mode);
          if (!outcome.ok) return;
          let open: number[] = [];
          let last = 0;
          for (const { offset, length } of outcome.entities) {
            expect(offset).toBeGreaterThanOrEqual(last);
            expect(length).toBeGreaterThan(0);
            expect(offset + length).toBeLessThanOrEqual(outcome.text.length);
            open = open.filter((end) => end > offset);
            for (const end of open) expect(offset + length).toBeLessThanOrEqual(end);
            open.push(offset + length);
            last = offset;
          }
        }),
        { numRuns: 2000 },
      );
    },
  );

  test("what is written as HTML is read as it was", () => {
    const tags = { bold: "b", italic: "i", underline: "u", strikethrough: "s", spoiler: "tg-spoiler" } as const;
    const format_ = fc.record({
      type: fc.constantFrom(...FORMATS),
      offset: fc.nat({ max: 12 }),
      length: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(format_, { maxLength: 8 }), (entities) => {
        const text = "abcdefghijklmnopqr";
        const plain = format(text, undefined, { entities });
        if (!plain.ok) throw new Error(plain.error);
        let written = "";
        for (let at = 0; at <= text.length; at++) {
          const closed = plain.entities.filter(({ offset, length }) => offset + length === at).toReversed();
          for (const { type } of closed) written += `</${tags[type as keyof typeof tags]}>`;
          for (const { type, offset } of plain.entities) {
            if (offset === at) written += `<${tags[type as keyof typeof tags]}>`;
          }
          written += text[at] ?? "";
        }
        expect(format(written, "HTML")).toEqual(plain);
      }),
      { numRuns: 500 },
    );
  });

  test("escaped HTML comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (text) => {
        const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        const [plain, parsed] = [format(text), format(escaped, "HTML")];
        expect(parsed.ok && parsed.text).toBe(plain.ok && plain.text);
      }),
      { numRuns: 1000 },
    );
  });

  test("entities that overlap each other do not become hundreds of thousands", () => {
    const crossing = (count: number) =>
      Array.from({ length: count }, (_, i) => ({
        type: FORMATS[i % FORMATS.length]!,
        offset: i,
        length: 4,
      }));
    const few = format("x".repeat(4096), undefined, { max_code_points: 4096, entities: crossing(500) });
    expect(few.ok && few.entities.length).toBeGreaterThan(500);
    const many = format("x".repeat(4096), undefined, { max_code_points: 4096, entities: crossing(4000) });
    expect(many).toEqual({ ok: false, error: "can't parse entities: Too many entities: at most 4096 are allowed" });
  });

  test("what is detected stays out of code, wherever that begins and ends", () => {
    const code = (offset: number, length: number) => ({ type: "code" as const, offset, length });
    const at = (entities: ReturnType<typeof code>[]) => {
      const outcome = format("#one #two #three", undefined, { max_code_points: 4096, entities });
      return outcome.ok
        ? outcome.entities.filter(({ type }) => type === "hashtag").map(({ offset }) => offset)
        : outcome;
    };
    expect(at([])).toEqual([0, 5, 10]);
    expect(at([code(4, 1), code(9, 1)])).toEqual([0, 5, 10]);
    expect(at([code(3, 1)])).toEqual([5, 10]);
    expect(at([code(8, 3), code(0, 1)])).toEqual([]);
    expect(at([code(2, 12)])).toEqual([]);
    expect(at([code(15, 1)])).toEqual([0, 5]);
  });

  test.each([
    "<",
    "*",
    "[",
    "_",
    "a@a@a",
    "((((",
    "http://",
    "<b>",
    "@a",
    "#a",
    "a.",
    "&#",
    "//",
    "`",
    "||",
    ">\n",
    "///a.b",
    "*_a_*",
    "*_\n",
    "<b><a></a>",
    "![a",
    "<blockquote>",
    "\t<code>\t</code>",
    "a.b/.?",
    "http://a/",
  ])("%j over and over takes linear time", (piece) => {
    for (const mode of [undefined, "HTML", "Markdown", "MarkdownV2"]) {
      const started_ms = threadCpu_ms();
      format(piece.repeat(Math.floor(32_000 / piece.length)), mode, { max_code_points: 100_000 });
      // A quadratic reading of 32,000 characters takes several seconds.
      expect(threadCpu_ms() - started_ms).toBeLessThan(1500);
    }
  });
});
