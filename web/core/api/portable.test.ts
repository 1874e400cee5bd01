/** What the client sends is what the service accepts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { notPortable, notPortableJson } from "heliogram/domain/text/portable.ts";
import { portableJson, portableText } from "./portable.ts";

test("any text becomes one of the same length that is not refused", () => {
  const text = fc.array(fc.oneof(fc.constantFrom(0, 0xd83d, 0xde00, 0xfffe, 0xffff), fc.nat(0xffff)));
  fc.assert(
    fc.property(text, (codes) => {
      const typed = String.fromCharCode(...codes);
      expect(portableText(typed)).toHaveLength(typed.length);
      expect(notPortable(portableText(typed))).toBeUndefined();
      const json = portableJson({ a: [typed, 1, { b: typed }] });
      expect(notPortableJson(JSON.parse(json), json)).toBeUndefined();
    }),
  );
});

test("other text stays as it is", () => {
  const params = { text: "a\u0001\t😀 \\ud83d", on: true, none: null, left: undefined, list: [1, "é"] };
  expect(portableJson(params)).toBe(JSON.stringify(params));
});
