/** Bidirectional controls are closed at the end of their text. */
import { expect, test } from "vitest";
import { closeBidi } from "./close-bidi.ts";

test.each([
  ["Alice", "Alice"],
  ["שלום", "שלום"],
  ["\u202Egpj.exe", "\u202Egpj.exe\u202C"],
  ["\u202Egpj\u202C.exe", "\u202Egpj\u202C.exe"],
  ["\u202B\u202Ea", "\u202B\u202Ea\u202C\u202C"],
  ["\u2067\u202Ea\u2069b", "\u2067\u202Ea\u2069b"],
  ["\u202E\u2066a\u202Cb", "\u202E\u2066a\u202Cb\u2069\u202C"],
  ["\u202C\u2069a", "\u202C\u2069a"],
])("%j is closed as %j", (text, expected) => {
  expect(closeBidi(text)).toBe(expected);
  expect(closeBidi(expected)).toBe(expected);
});
