/** Rich messages: what Markdown, HTML and JSON become, what is refused, and their plain texts. */
import { expect, test } from "vitest";
import fc from "fast-check";
import { RICH_LIMITS, type RichBlock } from "@heliogram/shared/rich.ts";
import { hasRichCallback, withoutCallbacks } from "./read-button.ts";
import { RichError } from "./rich-error.ts";
import { readRichMessage, type RichInput } from "./rich-message.ts";
import { richOfStored, storedRich } from "./stored-form.ts";

const blocksOf = (input: RichInput): readonly RichBlock[] => readRichMessage(input).rich.blocks;
const ofMarkdown = (markdown: string): readonly RichBlock[] => blocksOf({ markdown });
const ofHtml = (html: string): readonly RichBlock[] => blocksOf({ html });
const refusal = (input: RichInput): string | undefined => {
  try {
    readRichMessage(input);
    return undefined;
  } catch (error) {
    if (error instanceof RichError) return error.message;
    throw error;
  }
};
const paragraph = (text: unknown): object => ({ type: "paragraph", text });
const node = (type: string, text: unknown, more: object = {}): object => ({ type, text, ...more });
const PLAN = { id: "a", media: { type: "photo", media: "attach://plan" } };
const BUTTON = { text: "Go", callback_data: "go" };

test.each([
  ["**a** __b__", [node("bold", "a"), " ", node("bold", "b")]],
  ["*a* _b_ ~~c~~", [node("italic", "a"), " ", node("italic", "b"), " ", node("strikethrough", "c")]],
  ["==a== ||b|| `c`", [node("marked", "a"), " ", node("spoiler", "b"), " ", node("code", "c")]],
  ["<u>a **b**</u>", node("underline", ["a ", node("bold", "b")])],
  ["a<sup>2</sup><sub>i</sub>", ["a", node("superscript", "2"), node("subscript", "i")]],
  ["[a](https://b.example/)", node("url", "a", { url: "https://b.example/" })],
  ["[a](mailto:b@c.example)", node("email_address", "a", { email_address: "b@c.example" })],
  ["[a](tel:+4312345)", node("phone_number", "a", { phone_number: "+4312345" })],
  ["[a](tg://user?id=7)", node("text_mention", "a", { user: { id: 7 } })],
  ["[a](#b)", node("anchor_link", "a", { anchor_name: "b" })],
  ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
  ["$x^2$ for $5 and $6", [{ type: "mathematical_expression", expression: "x^2" }, " for $5 and $6"]],
  ["![👍](tg://emoji?id=53)", { type: "custom_emoji", custom_emoji_id: "53", alternative_text: "👍" }],
  ["![x](https://b.example/c.png)", node("url", "x", { url: "https://b.example/c.png" })],
  ["\\*a\\* &amp; <x-y>b</x-y><script>c</script>", "*a* & b"],
  ["hi @bob_b", ["hi ", node("mention", "@bob_b", { username: "bob_b" })]],
  ["a\nb\\\nc", "a b\nc"],
])("the Markdown %j is a paragraph", (markdown, text) => {
  expect(ofMarkdown(markdown)).toEqual([paragraph(text)]);
});

test.each<[string, object[]]>([
  ["## a *b*", [{ type: "heading", text: ["a ", node("italic", "b")], size: 2 }]],
  ["```js\na < b\n\tc\n```", [{ type: "pre", text: "a < b\n\tc", language: "js" }]],
  ["```math\nE\n```", [{ type: "mathematical_expression", expression: "E" }]],
  ["$$\na < b\n$$", [{ type: "mathematical_expression", expression: "a < b" }]],
  ["---", [{ type: "divider" }]],
  [
    "> a\n>\n> > b",
    [{ type: "blockquote", blocks: [paragraph("a"), { type: "blockquote", blocks: [paragraph("b")] }] }],
  ],
  [
    "- [x] a\n- b\n  1. c",
    [
      {
        type: "list",
        items: [
          { label: "•", blocks: [paragraph("a")], has_checkbox: true, is_checked: true },
          {
            label: "•",
            blocks: [
              paragraph("b"),
              { type: "list", items: [{ label: "1.", blocks: [paragraph("c")], value: 1, type: "1" }] },
            ],
          },
        ],
      },
    ],
  ],
  [
    "| a | b |\n|:-:|--:|\n| **c** | |",
    [
      {
        type: "table",
        cells: [
          [
            { text: "a", is_header: true, align: "center", valign: "top" },
            { text: "b", is_header: true, align: "right", valign: "top" },
          ],
          [
            { text: node("bold", "c"), align: "center", valign: "top" },
            { text: "", align: "right", valign: "top" },
          ],
        ],
      },
    ],
  ],
  [
    "<details open><summary>a **b**</summary>\n\n- c\n\n</details>",
    [
      {
        type: "details",
        summary: ["a ", node("bold", "b")],
        blocks: [{ type: "list", items: [{ label: "•", blocks: [paragraph("c")] }] }],
        is_open: true,
      },
    ],
  ],
  [
    "a[^n]\n\n[^n]: b",
    [
      paragraph(["a", node("superscript", node("reference_link", "1", { reference_name: "n" }))]),
      paragraph(node("reference", "b", { name: "n" })),
    ],
  ],
])("the Markdown %j becomes blocks", (markdown, blocks) => {
  expect(ofMarkdown(markdown)).toEqual(blocks);
});

test.each<[string, object[]]>([
  ["a <b>b  c</b>\n d<br> e ", [paragraph(["a ", node("bold", "b c"), " d\ne"])]],
  ["<p>a</p><footer>b</footer><hr/>", [paragraph("a"), { type: "footer", text: "b" }, { type: "divider" }]],
  ['<pre><code class="language-py">\n  a\n</code></pre>', [{ type: "pre", text: "  a", language: "py" }]],
  ["<aside>a<cite>b</cite></aside>", [{ type: "pullquote", text: "a", credit: "b" }]],
  ["<blockquote expandable>a</blockquote>", [{ type: "expandable_blockquote", text: "a" }]],
  ['<a name="x"></a><p>a</p>', [{ type: "anchor", name: "x" }, paragraph("a")]],
  [
    '<ol start="3" type="i" reversed><li>a<li value="7">b</ol>',
    [
      {
        type: "list",
        items: [
          { label: "iii.", blocks: [paragraph("a")], value: 3, type: "i" },
          { label: "vii.", blocks: [paragraph("b")], value: 7, type: "i" },
        ],
      },
    ],
  ],
  ["<tg-math-block>a &lt; b</tg-math-block>", [{ type: "mathematical_expression", expression: "a < b" }]],
  ["<constructor>a</constructor>", [paragraph("a")]],
  ["<b><p>a</p></b><iframe src=x>b</iframe>", [paragraph("a"), paragraph("b")]],
])("the HTML %j becomes blocks", (html, blocks) => {
  expect(ofHtml(html)).toEqual(blocks);
});

test("blocks of JSON are read as those of markup, and nothing else of them stays", () => {
  const blocks = [
    { type: "paragraph", text: ["a", "b", { type: "bold", text: [], x: 1 }], onclick: "x" },
    {
      type: "list",
      items: [
        { blocks: [{ type: "divider" }], type: "a", value: 28 },
        { type: "a", blocks: [] },
      ],
    },
  ];
  expect(blocksOf({ blocks })).toEqual([
    paragraph("ab"),
    {
      type: "list",
      items: [
        { label: "ab.", blocks: [{ type: "divider" }], value: 28, type: "a" },
        { label: "ac.", blocks: [], value: 29, type: "a" },
      ],
    },
  ]);
});

test.each<[string, RichInput]>([
  ["exactly one of markdown, html and blocks must be specified", {}],
  ["exactly one of markdown, html and blocks must be specified", { html: "a", blocks: [] }],
  ["blocks is expected to be an array", { blocks: {} }],
  ['blocks of the type "poll" are not supported', { blocks: [{ type: "poll" }] }],
  ["photo is expected to be an object", { blocks: [{ type: "photo" }] }],
  ['blocks of the type "thinking" belong to drafts alone', { html: "<tg-thinking>a</tg-thinking>" }],
  ['unsupported text type "poll"', { blocks: [paragraph({ type: "poll" })] }],
  ["buttons can be sent by bots alone", { blocks: [paragraph({ type: "button" })] }],
  ["a button has an unknown type", { html: "<tg-button>a</tg-button>", buttons: "keep" }],
  ["a button has no text", { html: "<tg-button type=url url=a.example></tg-button>", buttons: "keep" }],
  [
    "the text of a button has formats",
    { html: "<tg-button type=url url=a.example><b>a</b></tg-button>", buttons: "keep" },
  ],
  [
    'can\'t parse inline keyboard button: buttons with "web_app" are not available in this service',
    { html: "<tg-button type=web_app url=a.example>a</tg-button>", buttons: "refuse" },
  ],
  [
    "BUTTON_DATA_INVALID",
    { html: `<tg-button type=callback_data data=${"a".repeat(65)}>a</tg-button>`, buttons: "keep" },
  ],
  [
    'the style "link" is allowed for callback buttons alone',
    { html: "<tg-button type=url url=a.example style=link>a</tg-button>", buttons: "keep" },
  ],
  [
    "a row is expected to have 1 to 8 buttons",
    { html: `<tg-button-row>${"<tg-button type=disabled>a</tg-button>".repeat(9)}</tg-button-row>`, buttons: "keep" },
  ],
  ["wrong location specified", { html: "<tg-map lat=91 long=0 />" }],
  ["wrong location specified", { html: "<tg-map />" }],
  ["wrong size of the map specified", { html: "<tg-map lat=1 long=1 width=9000 height=1001 />" }],
  ["zoom is expected to be a whole number from 0 to 24", { html: "<tg-map lat=1 long=1 zoom=25 />" }],
  ["media can be specified only as a separate block", { html: "<table><tr><td><img src='tg://photo?id=a'></table>" }],
  ['the id "a" is there twice', { html: "a", media: [PLAN, PLAN] }],
  ["a file has an unknown type", { html: "a", media: [{ id: "a", media: { type: "sticker" } }] }],
  ['the file with the id "a" is no video', { html: "<video src='tg://video?id=a'>", media: [PLAN] }],
  ["there are more than 50 files", { blocks: Array.from({ length: 51 }, () => ({ type: "photo", photo: {} })) }],
  [
    "a collage is expected to have blocks with files alone",
    { blocks: [{ type: "collage", blocks: [{ type: "divider" }] }] },
  ],
  ["size is expected to be a whole number from 1 to 6", { blocks: [{ type: "heading", text: "a", size: 7 }] }],
  ["a table has more than 20 columns", { markdown: `|${"a|".repeat(21)}\n|${"-|".repeat(21)}` }],
  ["there are more than 500 blocks", { markdown: "a\n\n".repeat(501) }],
  ["blocks and formats are nested deeper than 16 levels", { markdown: `${">".repeat(17)} a` }],
  ['there is no file with the id "a"', { markdown: "![](tg://photo?id=a)" }],
])("a message is refused: %s", (sentence, input) => {
  expect(refusal(input)).toBe(`can't parse rich message: ${sentence}`);
});

/** Pieces from which Markdown and HTML are put together. */
const PIECES = [
  ..."* ** _ ` ``` ~~ == || $ $$ [ ]( ) ![ > # - 1. | |-| \\ & < > @ : / [^a] [^a]: [x] --- a b".split(" "),
  ...["<b>", "</b>", "<li>", "<ul>", "</ul>", "<table>", "<tr>", "<td>", "<details>", "<summary>", "</details>", "<p>"],
  ...["<a href='#x'>", "</a>", "<!--", "-->", "<pre>", "<tg-math>", "<br>", "<img src=x>", "<input type=checkbox>"],
  ...["<figure>", "<figcaption>", "<cite>", "<tg-map lat=1 long=2>", "<tg-collage>", "</tg-collage>", "<caption>"],
  ...["\n", "\n\n", "  ", "\t", "    ", "https://a.example", "@bob_b", "😀", "\ud800", "\u0000"],
];
const markup = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(""));

test.each<[RichInput, readonly object[], string]>([
  [
    { html: '<figure><tg-map lat="41.9" long="12.5" zoom="2"/><figcaption>Rome<cite>OSM</cite></figcaption></figure>' },
    [
      {
        type: "map",
        location: { latitude: 41.9, longitude: 12.5 },
        zoom: 13,
        width: 600,
        height: 300,
        caption: { text: "Rome", credit: "OSM" },
      },
    ],
    "📍 41.9, 12.5 Rome\n— OSM",
  ],
  [
    {
      html:
        'a <tg-button type="callback_data" data="go" style="link">Go</tg-button>' +
        '<tg-button-row align="center"><tg-button type="url" url="b.example">B</tg-button>' +
        '<tg-button type="copy_text" text="c">C</tg-button></tg-button-row>',
      buttons: "refuse",
    },
    [
      paragraph(["a ", { type: "button", button: { ...BUTTON, style: "link" } }]),
      {
        type: "buttons",
        buttons: [
          { text: "B", url: "http://b.example" },
          { text: "C", copy_text: { text: "c" } },
        ],
        align: "center",
      },
    ],
    "a [Go]\n\n[B] [C]",
  ],
  [
    { markdown: 'Look:\n\n![](tg://photo?id=a "The **plan**")', media: [PLAN] },
    [paragraph("Look:"), { type: "photo", file: 0, caption: { text: "The **plan**" } }],
    "Look:\n\n🖼 The **plan**",
  ],
  [
    {
      html: "<tg-collage><img src='tg://photo?id=a'><img src='tg://photo?id=a' tg-spoiler></tg-collage>",
      media: [PLAN],
    },
    [
      {
        type: "collage",
        blocks: [
          { type: "photo", file: 0 },
          { type: "photo", file: 0, has_spoiler: true },
        ],
      },
    ],
    "🖼\n🖼",
  ],
  [
    { html: "<tg-collage><img src='https://a.example/b.png'><figcaption>c</figcaption></tg-collage>" },
    [paragraph(node("url", "https://a.example/b.png", { url: "https://a.example/b.png" })), paragraph("c")],
    "https://a.example/b.png\n\nc",
  ],
  [{ html: "<img src='tg://photo?id=a'>", media: [PLAN], draft: true }, [paragraph("🖼")], "🖼"],
])("maps, buttons and files: %#", (input, blocks, text) => {
  const read = readRichMessage(input);
  expect(read.rich.blocks).toEqual(blocks);
  expect(read.text).toBe(text);
});

test("a forward has its callback buttons disabled", () => {
  const buttons = [BUTTON, { text: "A", url: "https://a.example" }];
  const { rich } = readRichMessage({ blocks: [{ type: "buttons", buttons }], buttons: "keep" });
  expect(hasRichCallback(rich, "go")).toBe(true);
  expect(hasRichCallback(rich, "stop")).toBe(false);
  const forwarded = withoutCallbacks(rich);
  expect(hasRichCallback(forwarded, "go")).toBe(false);
  expect(forwarded.blocks).toEqual([{ type: "buttons", buttons: [{ text: "Go", disabled: {} }, buttons[1]] }]);
  expect(withoutCallbacks(forwarded)).toBe(forwarded);
});

test("the short form of the store has the whole message, and a large table in little space", () => {
  fc.assert(
    fc.property(markup, (source) => {
      fc.pre(refusal({ html: source }) === undefined);
      const { rich } = readRichMessage({ html: source });
      const stored = JSON.parse(JSON.stringify(storedRich(rich))) as unknown;
      expect(richOfStored(stored)).toEqual(rich);
      // Messages from before the short form.
      expect(richOfStored(rich)).toEqual(rich);
    }),
  );
  const cell = { text: node("bold", "a"), is_header: true, colspan: 1, rowspan: 2, align: "right", valign: "bottom" };
  const row = Array.from({ length: 20 }, () => cell);
  const { rich } = readRichMessage({ blocks: [{ type: "table", cells: Array.from({ length: 499 }, () => row) }] });
  const stored = JSON.stringify(storedRich(rich));
  expect(stored.length).toBeLessThan(200_000);
  expect(richOfStored(JSON.parse(stored))).toEqual(rich);
});

test("a message has 1 to 32768 characters, as Unicode counts them", () => {
  expect(refusal({ markdown: "😀".repeat(RICH_LIMITS.characters) })).toBeUndefined();
  expect(refusal({ markdown: "a".repeat(RICH_LIMITS.characters + 1) })).toBe("rich message is too long");
  expect(refusal({ html: `<b>a</b>${"<i></i>".repeat(RICH_LIMITS.markup / 7)}` })).toBe("rich message is too long");
  for (const html of ["", " <p> </p>", "<script>a</script>", '<a name="x"></a>']) {
    expect(refusal({ html })).toBe("message text is empty");
  }
});

test("the plain text has the entities that a text message has", () => {
  const markdown = "# A\n\n- [ ] b @bob_b\n  - c\n\n> **q**\n>> r\n\n```js\nx\n```\n\n| d | e |\n|-|-|\n| f | ||g|| |";
  const { text, entities } = readRichMessage({ markdown });
  expect(text).toBe("A\n\n• ☐ b @bob_b\n  • c\n\nq\nr\n\nx\n\nd | e\nf |");
  expect(entities.map(({ type, offset, length }) => [type, text.slice(offset, offset + length)])).toEqual([
    ["bold", "A"],
    ["mention", "@bob_b"],
    ["blockquote", "q\nr"],
    ["bold", "q"],
    ["pre", "x"],
  ]);
});

test("of what a person has typed, line ends stay and HTML is text", () => {
  expect(blocksOf({ markdown: "a\n<b>c</b>\n\n- <div>", typed: true })).toEqual([
    paragraph("a\n<b>c</b>"),
    { type: "list", items: [{ label: "•", blocks: [paragraph("<div>")] }] },
  ]);
});

test("references of HTML do not bring characters into a text that no text may have", () => {
  expect(ofHtml("a&#0;b&#1;c&#xfffe;d&#xd800;e")).toEqual([paragraph("a\ufffdb\u0020c\ufffdd\ufffde")]);
  const text = { type: "anchor", name: "\ud800\u0000" };
  expect(blocksOf({ blocks: [paragraph(["a", text])] })).toEqual([
    paragraph(["a", { type: "anchor", name: "\ufffd " }]),
  ]);
});

test("nothing is found in code, links and formulas, or if the sender says so", () => {
  expect(ofMarkdown("`@bob_b` [@bob_b](https://a.example) $@bob_b$").flatMap((block) => JSON.stringify(block))).toEqual(
    [expect.not.stringContaining("mention")],
  );
  expect(blocksOf({ markdown: "#a **@bob_b**", skip_entity_detection: true })).toEqual([
    paragraph(["#a ", node("bold", "@bob_b")]),
  ]);
});

test("any markup is a message, or is refused with a sentence; reading its blocks again changes nothing", () => {
  fc.assert(
    fc.property(markup, fc.constantFrom("markdown", "html"), fc.boolean(), (source, kind, typed) => {
      const refused = refusal({ [kind]: source, typed });
      fc.pre(refused === undefined);
      const { text, entities, rich } = readRichMessage({ [kind]: source, typed });
      expect(text).not.toBe("");
      let before = 0;
      for (const { offset, length } of entities) {
        expect(offset).toBeGreaterThanOrEqual(before);
        expect(offset + length).toBeLessThanOrEqual(text.length);
        before = offset;
      }
      const again = readRichMessage({ blocks: rich.blocks });
      expect(again.rich).toEqual(rich);
      expect({ text: again.text, entities: again.entities }).toEqual({ text, entities });
    }),
    { numRuns: 2000 },
  );
});

test("parsing takes linear time: the longest markup of any piece is read or refused soon", () => {
  for (const piece of PIECES) {
    const source = piece.repeat(Math.floor(RICH_LIMITS.markup / piece.length));
    const started = performance.now();
    refusal({ markdown: source });
    // Quadratic time would be many seconds.
    expect({ piece, slow: performance.now() - started > 3000 }).toEqual({ piece, slow: false });
  }
});

test("where there are more formats than a text message can have, its plain text has the links alone", () => {
  const { text, entities } = readRichMessage({ markdown: `${"**a** ".repeat(5000)}@bob_b` });
  expect(entities).toEqual([{ type: "mention", offset: text.length - 6, length: 6 }]);
});

test("any JSON as blocks is a message, or is refused with a sentence", () => {
  const word = fc.constantFrom(
    "constructor",
    "paragraph",
    "list",
    "table",
    "details",
    "bold",
    "url",
    "a",
    "",
    "text",
    "blocks",
  );
  const key = fc.constantFrom(
    "toString",
    "type",
    "text",
    "blocks",
    "items",
    "cells",
    "summary",
    "url",
    "size",
    "value",
    "colspan",
  );
  const { node: tree } = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      fc.oneof(word, fc.integer(), fc.constant(null), fc.boolean()),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(key, tie("node"), { maxKeys: 5 }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree), (blocks) => void refusal({ blocks })),
    { numRuns: 2000 },
  );
});
