/** What is pasted: text with its formats, or files. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pastesFiles } from "./pasted-files.ts";
import { formatPasted } from "./pasted-html.ts";

function brief(text: string, html: string): string[] | undefined {
  return formatPasted(text, html)?.entities.map(({ type, offset, length, url }) =>
    [type, text.slice(offset, offset + length), ...(url === undefined ? [] : [url])].join(": "),
  );
}

describe("the formats of pasted text", () => {
  test.each([
    ["Bold and not", "<b>Bold</b> and not", ["bold: Bold"]],
    ["a b", "<p><strong>a</strong>&nbsp;<em>b</em></p>", ["bold: a", "italic: b"]],
    ["one two", "<span style='font-weight:700'>one two</span>", ["bold: one two"]],
    ["doc", '<b style="font-weight:normal"><i>doc</i></b>', ["italic: doc"]],
    ["it", '<a href="https://example.org/a?b&amp;c"><u>it</u></a>', ["text_link: it: https://example.org/a?b&c"]],
    ["https://example.org/", '<a href="https://example.org/">https://example.org/</a>', undefined],
    ["x", '<a href="javascript:alert(1)">x</a>', undefined],
    ["• first\n• second", "<ul><li><b>first</b></li><li>second</li></ul>", ["bold: first"]],
    ["A\tB\n1\t2", "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", ["bold: A\tB"]],
    ["plain", "<p>plain</p>", undefined],
    ["other", "<b>text</b>", undefined],
    [
      "Hi Bob",
      "<html><head><style>b{color:red}</style></head><body><!--StartFragment--><p class=MsoNormal>Hi <b>Bob<o:p></o:p></b></p><!--EndFragment--></body></html>",
      ["bold: Bob"],
    ],
    ["5 < 6 & <b>", "5 &lt; <u>6</u> &amp; &lt;b&gt;", ["underline: 6"]],
  ] as const)("%j with %j are %j", (text, html, entities) => {
    expect(brief(text, html)).toEqual(entities);
  });

  test("never change the text, whatever the HTML is", () => {
    const part = fc.constantFrom(
      "<b>",
      "</b>",
      "<i",
      ">",
      "<",
      "a",
      " ",
      "&amp;",
      "&#65;",
      "<!--",
      "-->",
      "<style>",
      '"',
      "=",
      "🐙",
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (words, html) => {
        const text = words.join("");
        const found = formatPasted(text, html.join(""));
        if (!found) return;
        expect(found.text).toBe(text);
        for (const { offset, length } of found.entities) {
          expect(text.slice(offset, offset + length)).toMatch(/^\S(?:[^]*\S)?$/);
          expect(text.slice(offset, offset + length).isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["<", "<b", "<b>", "</b>", "<!--", "&", '<a href="', "<b a='"])("of many %j take linear time", (part) => {
    const took = (count: number) => {
      const begun = performance.now();
      formatPasted("x", part.repeat(count));
      return performance.now() - begun;
    };
    took(1000);
    expect(took(32_000)).toBeLessThan(Math.max(10, took(2000)) * 100);
  });
});

test.each([
  [["image.png"], "", true],
  [["image.png"], "A cell\tAnother", false],
  [["a.txt"], "a.txt", true],
  [["a b.txt", "c.txt"], "file:///data/a%20b.txt\nfile:///data/c.txt", true],
  [["a.txt"], "C:\\Users\\a.txt", true],
  [["image.png"], "image", false],
  [[], "text", false],
])("files %j with the text %j are sent: %s", (names, text, sent) => {
  expect(pastesFiles(text, names)).toBe(sent);
});
