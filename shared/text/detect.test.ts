/** What is found in plain text, and what looks like it and is none. */
import { describe, expect, test } from "vitest";
import { detect } from "./detect.ts";
import { threadCpu_ms } from "../../tests/support/cpu-time.ts";

const found = (type: string, text: string) =>
  detect(text)
    .filter((entity) => entity.type === type)
    .map(({ offset, length }) => text.slice(offset, offset + length));

describe("telephone numbers", () => {
  test.each([
    "+12125550123",
    "+1 212 555 0123",
    "+1-212-555-0123",
    "+1 (212) 555-0123",
    "+49 151 12345678",
    "+358.9.1234567",
    "+7(495)123-45-67",
  ])("%s is one, wherever it stands", (number) => {
    for (const text of [number, `call ${number}.`, `(${number})`, `a\n${number}, b`, `${number} now`]) {
      expect([text, found("phone_number", text)]).toEqual([text, [number]]);
    }
  });

  test.each([
    ["too few digits", "+12 345"],
    ["too many digits", "+1234567890123456"],
    ["a sum", "1+2125550123"],
    ["no country", "+0 212 555 0123"],
    ["no plus", "2125550123"],
    ["a word before it", "x+12125550123"],
    ["a word after it", "+12125550123x"],
    ["in an address", "https://example.org/?n=+12125550123"],
    ["doubled", "++12125550123"],
  ])("%s is none: %s", (_why, text) => {
    expect(found("phone_number", text)).toEqual([]);
  });

  test("a long text that almost has many is read in no time", () => {
    for (const piece of ["+1", "+12 ", "+1 22 33 44 55", "+1(22)", "+1-", "+123456789012345 "]) {
      const text = piece.repeat(4096 / piece.length);
      const before = threadCpu_ms();
      detect(text);
      expect(threadCpu_ms() - before).toBeLessThan(500);
    }
  });
});

test("cashtags", () => {
  expect(found("cashtag", "buy $AAPL, not $aapl or US$100")).toEqual(["$AAPL"]);
});
