/** Unusual values for parameters, among some usual ones. */
import fc from "fast-check";
import { START_S } from "../support/service.ts";

const EDGES: readonly unknown[] = [
  ...["", null, true, "true", "no", 0, -1, 1, 2, 3, 1e15, 2 ** 53 - 1, -(2 ** 53) + 1, 0.5, "1.5", "0x10", 1e308],
  ...[[], {}, [[]], "[", "{}", "[1]", "null", '"', "\0", "a\0b", "\ud800", "\u202e", "%", "%00", "'", "\\"],
  ...["9".repeat(400), "x".repeat(5000), "😀".repeat(1500), "e\u0301".repeat(300), "-0", "NaN", " 7 ", START_S + 60],
];
const FILES: readonly unknown[] = [
  ...["attach://x", "attach://", "http://[", "https://", "http://127.0.0.1:1/", "file:///etc/passwd"],
  ...["AQAAAAAAAAABAAAAAAAAA-zUG6MgN3mZWrYRmus", "../../etc/passwd"],
];

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.constantFrom(...FILES),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
);
