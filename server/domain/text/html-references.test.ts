/** Numeric character references in HTML, by the test vectors of tdlib and around them. */
import { expect, test } from "vitest";
import { formatText } from "./format-text.ts";
import { parseHtml } from "./html.ts";

const INVALID =
  "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units";

test.each([
  "&#57311;",
  "&#xDFDF;",
  "&#xDFDF",
  "a&#xD83C;b",
  "&#55296;",
  // Two references are two characters, also where they would be one in UTF-16.
  "&#xD83C;&#xDFDF;",
  "<b>&#xD800;</b>",
  '<a href="http://example.com/&#xD83D;">a</a>',
  "&#xFFFF;",
])("%s is refused", (html) => {
  expect(formatText(html, { parse_mode: "HTML", max_code_points: 4096 })).toMatchObject({
    error: `can't parse entities: ${INVALID}`,
  });
});

test.each([
  ["&#x1F3DF;&#127967;", "🏟🏟"],
  ["&#65&#x42;", "AB"],
  ["&#0;&#x0;", "&#0;&#x0;"],
  ["&#x110000;", "&#x110000;"],
  ["a&#1;b&#x1b;c&#8232;d", "a b c d"],
  ["&#xG;&#;", "&#xG;&#;"],
])("%s is %j", (html, text) => {
  expect(parseHtml(html).text).toBe(text);
});
