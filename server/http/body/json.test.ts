/** Valid and invalid JSON bodies (behaviour.md §1). */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson } from "./json.ts";
import { BodyError } from "./body-error.ts";

function read(body: string | Uint8Array): Record<string, unknown> {
  const params = new Map<string, unknown>();
  readJson(Buffer.from(body as string), params);
  return Object.fromEntries(params);
}

function faultOf(body: string | Uint8Array): string {
  try {
    read(body);
  } catch (error) {
    if (error instanceof BodyError && error.code === 400) return error.message;
    throw error;
  }
  return "no fault";
}

const nested = (levels: number) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

test.each([
  ["", {}],
  [" \r\n", {}],
  ["{}", {}],
  ["null", {}],
  [' {"a" : 1 } ', { a: 1 }],
  ['\ufeff{"a":1}', { a: 1 }],
  ['{"a":1,"a":2}', { a: 2 }],
  ['{"a":9007199254740991,"b":-9007199254740991}', { a: 9007199254740991, b: -9007199254740991 }],
  ['{"a":0.1,"b":-1.5e-300,"c":9007199254740990.5}', { a: 0.1, b: -1.5e-300, c: 9007199254740990 }],
  ['{"a":"9007199254740993"}', { a: "9007199254740993" }],
  ['{"a":"\\u0436\\ud83d\\ude00 __proto__"}', { a: "ж😀 __proto__" }],
  ['{"constructor":"x"}', { constructor: "x" }],
  [nested(79), { a: JSON.parse("[".repeat(79) + "]".repeat(79)) }],
])("%j is read", (body, expected) => {
  expect(read(body)).toEqual(expected);
});

test.each<[string, string | Uint8Array, string]>([
  ["half an object", '{"a":', "not valid JSON"],
  ["a form", "a=1&b=2", "not valid JSON"],
  ["two objects", "{}{}", "not valid JSON"],
  ["a mark and nothing", "\ufeff{", "not valid JSON"],
  ["an array", "[]", "a JSON object is expected"],
  ["a text", '"a"', "a JSON object is expected"],
  ["false", "false", "a JSON object is expected"],
  ["a number", "0", "a JSON object is expected"],
  ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), "not valid UTF-8"],
  ["half a surrogate in UTF-8", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), "not valid UTF-8"],
  ["2^53", '{"chat_id":9007199254740992}', 'the number in "chat_id" is too large'],
  ["2^53 + 1, deep down", '{"a":[{"b":-9007199254740993}]}', 'the number in "b" is too large'],
  ["2^53 + 1 with a point", '{"a":9007199254740993.0}', "too large"],
  ["a whole number with an exponent", '{"a":1.5e300}', "too large"],
  ["a number beyond all bounds", '{"a":1e400}', "too large"],
  ["81 levels", nested(80), "nested deeper than 80 levels"],
  ["100,000 levels", nested(100_000), "nested deeper than 80 levels"],
  ["__proto__", '{"__proto__":{}}', '"__proto__"'],
  ["__proto__, escaped", '{"a":{"\\u005f_proto__":1}}', '"__proto__"'],
  ["constructor.prototype", '{"a":{"constructor":{"prototype":{"b":1}}}}', '"constructor"'],
])("%s is a fault", (_name, body, words) => {
  expect(faultOf(body)).toContain(words);
});

test("any object comes out as it went in", () => {
  const plain = fc.object({ maxDepth: 4, key: fc.string({ unit: "grapheme" }), withNullPrototype: false });
  fc.assert(
    fc.property(plain, (value) => {
      const text = JSON.stringify(value);
      const fault = faultOf(text);
      const entries = (of: object) => new Map(Object.entries(of));
      const isRight =
        fault === "no fault"
          ? isDeepStrictEqual(entries(read(text)), entries(JSON.parse(text)))
          : /__proto__|constructor|\d{16}|\de\+/.test(text);
      expect([text, fault, isRight]).toEqual([text, fault, true]);
    }),
    { numRuns: 500 },
  );
});

test("any bytes at all end in parameters or in a fault", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string().map((text) => Buffer.from(`{${text}`)),
  );
  fc.assert(
    fc.property(bytes, (each) => void faultOf(each)),
    { numRuns: 1000 },
  );
});
