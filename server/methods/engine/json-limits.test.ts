/** JSON that takes long to parse is refused before it is parsed, and all other JSON passes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonLimitExceeded, RICH_JSON } from "./json-limits.ts";

const numbered = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));
const repeated = (piece: string, count: number) => `{"a":[${Array.from({ length: count }, () => piece).join(",")}]}`;
const nested = (depth: number) => `${"[".repeat(depth)}"${"x".repeat(2000)}"${"]".repeat(depth)}`;

test.each([
  ["1000 members", numbered(1000), undefined],
  ["1001 members", numbered(1001), "has more than 1000 members in one object"],
  ["80,000 members", numbered(80_000), "has more than 1000 members in one object"],
  ["1001 members deep inside", `{"a":[[${numbered(1001)}]]}`, "has more than 1000 members in one object"],
  ["9997 numbers", repeated("1", 9997), undefined],
  ["10,001 numbers", repeated("1", 10_001), "has more than 10000 values"],
  ["empty arrays without end", repeated("[]", 300_000), "has more than 10000 values"],
  ["empty objects without end", repeated("{}", 300_000), "has more than 10000 values"],
  ["4999 objects of one member", repeated('{"a":1}', 4999), undefined],
  ["2501 objects of two members", repeated('{"a":1,"b":2}', 2501), "has more than 5000 members"],
  ["80 levels", nested(80), undefined],
  ["81 levels", nested(81), "is nested deeper than 80 levels"],
  ["half a million levels", "[".repeat(500_000), "is nested deeper than 80 levels"],
  ["signs inside a text", JSON.stringify({ text: '[{",:\\"]}'.repeat(20_000) }), undefined],
  ["escaped quotes", JSON.stringify({ a: '"[,:'.repeat(20_000), b: "\\".repeat(20_001), c: '\\"' }), undefined],
  ["a text that does not end", `"${"[,:".repeat(20_000)}`, undefined],
  ["closings without openings", "]".repeat(50_000), undefined],
])("%s", (_name, text, expected) => {
  expect(jsonLimitExceeded(text)).toBe(expected);
});

test.each([
  ["60,000 members of cells", repeated('{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 10_000), undefined],
  ["80,001 values", repeated("1", 80_001), "has more than 80000 values"],
  ["65,004 members", repeated('{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 10_834), "has more than 65000 members"],
  ["101 names", numbered(101).padEnd(3000), "has more than 100 different names"],
  ["100 names", numbered(100).padEnd(3000), undefined],
])("for rich messages, %s", (_name, text, expected) => {
  expect(jsonLimitExceeded(text, RICH_JSON)).toBe(expected);
});

test("whatever is counted, is counted as the parser does", () => {
  const count = (value: unknown): number =>
    typeof value === "object" && value !== null
      ? Object.values(value).reduce<number>((sum, each) => sum + count(each), 1)
      : 1;
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { minLength: 1500, maxLength: 2500 }), (value) => {
      const text = JSON.stringify([...value, ...Array.from({ length: 8000 }, () => 0)]);
      // Each value but the last of its list has a comma, and each list an opening bracket.
      const [least, most] = jsonLimitExceeded(text) === undefined ? [0, 25_000] : [5000, Infinity];
      expect(count(value) + 8001).toBeGreaterThan(least);
      expect(count(value) + 8001).toBeLessThan(most);
    }),
    { numRuns: 20 },
  );
});
