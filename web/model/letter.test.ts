/** Shortcuts go by letters, and by places where there are none of them. */
import { expect, test } from "vitest";
import { letterOf } from "./letter.ts";

test.each([
  ["K", "KeyK", "k"],
  // Dvorak has its K elsewhere.
  ["k", "KeyV", "k"],
  ["ن", "KeyK", "k"],
  ["и", "KeyB", "b"],
  [">", "Period", ">"],
  ["Enter", "Enter", "enter"],
])("%s at %s is %s", (key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter);
});
