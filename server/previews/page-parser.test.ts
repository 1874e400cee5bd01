/** What is read of pages: the precedence of names, limits, and that no page breaks the parser or gets past its limits. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oembedFacts, PageParser, type PageFacts } from "./page-parser.ts";

function read(html: string, part = html.length || 1): PageFacts {
  const parser = new PageParser();
  for (let i = 0; i < html.length && parser.write(html.slice(i, i + part)); i += part);
  return parser.end();
}

const meta = (key: string, name: string, content: string) => `<meta ${key}="${name}" content="${content}">`;

describe("what a page says of itself", () => {
  test.each<[string, string, PageFacts]>([
    ["a title", "<title> A\n  title </title>", { title: "A title" }],
    ["the first of several titles", "<title>A</title><svg><title>B</title></svg>", { title: "A" }],
    ["Open Graph before the title", `<title>A</title>${meta("property", "og:title", "B")}`, { title: "B" }],
    [
      "Open Graph before Twitter",
      meta("name", "twitter:title", "A") + meta("property", "og:title", "B"),
      { title: "B" },
    ],
    ["names that are written otherwise", meta("NAME", " OG:Title ", "A"), { title: "A" }],
    [
      "the first value that is not empty",
      meta("name", "description", "") + meta("name", "description", "B"),
      { description: "B" },
    ],
    ["entities", meta("property", "og:title", "a &lt;b&gt; &#39;c&#39; &nbsp;d"), { title: "a <b> 'c' d" }],
    ["a picture as a link", `<link rel="image_src" href="/a.png">`, { picture: "/a.png" }],
    [
      "an oEmbed document",
      `<link rel="alternate" type="application/json+oembed" href="/o?a=1&amp;b=2">`,
      { oembed: "/o?a=1&b=2" },
    ],
    ["a large card", meta("name", "twitter:card", "summary_large_image"), { has_large_media: true }],
    ["nothing of the body", "<head></head><body><title>A</title>", {}],
    ["nothing of scripts", `<script>"<title>A</title>"</script><title>B</title>`, { title: "B" }],
    ["nothing of comments", "<!-- <title>A</title> --><title>B</title>", { title: "B" }],
    ["what a page without an end has", `<title>A</title><meta property="og:title`, { title: "A" }],
    ["no marks of direction", "<title>a\u202eb\u2066c</title>", { title: "abc" }],
    ["no control characters", "<title>a\u0007b\u0000</title>", { title: "a b" }],
  ])("%s", (_what, html, facts) => {
    expect(read(html)).toEqual(facts);
    // However it arrives.
    for (const part of [1, 7]) expect(read(html, part)).toEqual(facts);
  });

  test("nothing more is read after the head", () => {
    const parser = new PageParser();
    expect(parser.write("<head><title>A</title>")).toBe(true);
    expect(parser.write("</head>")).toBe(false);
    expect(parser.write("<title>B</title>")).toBe(false);
    expect(parser.end()).toEqual({ title: "A" });
  });
});

/** Pieces from which pages are made that are nearly HTML. */
const PIECES = [
  ..."<>/=\"' \n&;!-",
  "<title>",
  "</title>",
  "<head>",
  "</head",
  "<meta ",
  'property="og:title"',
  "content=",
  '"og:image"',
  "name=description",
  '<link rel="alternate" type="application/json+oembed" href="',
  "<script>",
  "</script>",
  "<!--",
  "-->",
  "<![CDATA[",
  "<svg>",
  "&#xd800;",
  "&amp",
  "\ud800",
  "\u0000",
  "\ufffe",
  "é",
  "x".repeat(3000),
];
const garbage = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary" })))
  .map((pieces) => pieces.join(""));

const LIMITS: Readonly<Record<string, number>> = {
  site_name: 64,
  title: 200,
  description: 400,
  picture: 2048,
  oembed: 2048,
};

function expectLimits(facts: PageFacts): void {
  for (const [name, value] of Object.entries(facts)) {
    if (value === true) continue;
    expect(value.length).toBeGreaterThan(0);
    expect(value.length).toBeLessThanOrEqual(LIMITS[name]!);
    if (name === "picture" || name === "oembed") continue;
    expect(value.isWellFormed()).toBe(true);
    expect(value).not.toMatch(/[\p{Cc}\ufffe\uffff\u202a-\u202e\u2066-\u2069]/u);
  }
}

test("any text gives facts within the limits, the same however it arrives", () => {
  fc.assert(
    fc.property(garbage, fc.integer({ min: 1, max: 50 }), (html, part) => {
      const facts = read(html);
      expectLimits(facts);
      expectLimits(read(html, part));
    }),
    { numRuns: 500 },
  );
});

test("long runs of what is special take time in proportion to their length", () => {
  const time = (html: string) => {
    const begun_ms = performance.now();
    read(html, 16_384);
    return performance.now() - begun_ms;
  };
  for (const piece of [
    "<",
    "&",
    "<meta ",
    "<a b=",
    "<!--",
    "<![CDATA[",
    "</",
    "&#",
    '<meta content="',
    "<title>",
    "<p>",
  ]) {
    const long = piece.repeat(Math.ceil(500_000 / piece.length));
    expect([piece, time(long) < 5000]).toEqual([piece, true]);
  }
});

test("any JSON value as an oEmbed document gives facts within the limits", () => {
  const names = fc.constantFrom("title", "provider_name", "author_name", "thumbnail_url", "__proto__", "html");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(names, fc.oneof(fc.string({ unit: "binary", maxLength: 3000 }), fc.jsonValue())),
      ),
      (value) => {
        expectLimits(oembedFacts(value));
      },
    ),
  );
});
