/** Segments contain the whole text, and links have safe targets only. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressOf, safeLink, segmentsOf, type Segment } from "./segments.ts";

function said(segments: readonly Segment[]): string {
  return segments.map((each) => (typeof each === "string" ? each : said(each.inside))).join("");
}

describe("segments", () => {
  test("an entity inside another", () => {
    const segments = segmentsOf("say bold both", [
      { type: "bold", offset: 4, length: 9 },
      { type: "italic", offset: 9, length: 4 },
    ]);
    expect(segments).toEqual([
      "say ",
      {
        entity: { type: "bold", offset: 4, length: 9 },
        text: "bold both",
        inside: ["bold ", { entity: { type: "italic", offset: 9, length: 4 }, text: "both", inside: ["both"] }],
      },
    ]);
  });

  test("whatever the entities, the text is complete", () => {
    const entity = fc.record({
      type: fc.constant("bold"),
      offset: fc.integer({ min: -3, max: 30 }),
      length: fc.integer({ min: -3, max: 30 }),
    });
    fc.assert(
      fc.property(fc.string(), fc.array(entity), (text, entities) => {
        expect(said(segmentsOf(text, entities))).toBe(text);
      }),
    );
  });
});

test.each([
  ["https://example.org/a", "https://example.org/a"],
  ["example.org", "https://example.org/"],
  ["example.org:8080/a", "https://example.org:8080/a"],
  ["user:pw@example.org", "https://user:pw@example.org/"],
  ["192.168.0.1:8080", "https://192.168.0.1:8080/"],
  ["tel:+4912345", "tel:+4912345"],
  ["mailto:a@example.org", "mailto:a@example.org"],
  ["javascript:alert(1)", undefined],
  ["JavaScript:alert(1)", undefined],
  ["data:text/html,x", undefined],
  ["file:///etc/passwd", undefined],
  ["https://", undefined],
])("%s leads to %s", (address, href) => {
  expect(safeLink(address)).toBe(href);
});

test.each([
  ["email", "a@example.org", "mailto:a@example.org"],
  ["email", "mailto:a@example.org", "mailto:a@example.org"],
  ["url", "example.org", "example.org"],
  ["text_link", "here", "https://example.org"],
  ["bold", "a@example.org", undefined],
])("a %s that reads %s leads to %s", (type, text, address) => {
  expect(addressOf({ type, offset: 0, length: text.length, url: "https://example.org" }, text)).toBe(address);
});
