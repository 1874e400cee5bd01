/** Elements are found as S3 stores write them, in time that grows with the length of the text alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elements, escapeXml, text } from "./s3-xml.ts";

/** What the functions must find, by one expression. */
function expected(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, "g"))].map(([, content]) => content!);
}

test.each<[string, string[]]>([
  ["<A>1</A><A>2</A>", ["1", "2"]],
  ['<A xmlns="x">1</A>', ["1"]],
  ["<AB>1</AB><A>2</A>", ["2"]],
  ["<B><A>1</A></B>\n<A\n>2</A>", ["1", "2"]],
  ["<A></A>", [""]],
  ["<A>1", []],
  ["<A", []],
  ["<A ", []],
  ["</A>", []],
  ["", []],
])("%s", (xml, found) => {
  expect(elements(xml, "A")).toEqual(found);
});

test("any text of tags", () => {
  const piece = fc.constantFrom("<A>", "</A>", "<A ", '<A b="c">', "<AB>", "</AB>", "<A", ">", "x", " ", "\n");
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const xml = pieces.join("");
      expect(elements(xml, "A")).toEqual(expected(xml, "A"));
    }),
    { numRuns: 1000 },
  );
});

test("any text comes out as it went in", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (value) => {
      expect(text(`<A>${escapeXml(value)}</A>`, "A")).toBe(value.trim());
    }),
  );
});

describe("the longest answer", () => {
  const BYTES = 4 * 1024 * 1024;
  // By the expression above, each of these takes minutes.
  test.each(["<A>", "<A ", "<A", "<AB>", "<A></B>"])("of %j alone has no element", (tag) => {
    const xml = tag.repeat(BYTES / tag.length);
    expect(text(xml, "A")).toBeUndefined();
    expect(elements(xml, "A")).toEqual([]);
  });
});
