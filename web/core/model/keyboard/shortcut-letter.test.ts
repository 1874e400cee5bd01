/** Shortcuts match by letter, and by key position on keyboards with another alphabet. */
import { expect, test } from "vitest";
import { shortcutKey } from "./shortcut-letter.ts";

test.each([
  ["K", "KeyK", "k"],
  // On Dvorak, K is in another position.
  ["k", "KeyV", "k"],
  ["ن", "KeyK", "k"],
  ["и", "KeyB", "b"],
  [">", "Period", ">"],
  ["Enter", "Enter", "enter"],
])("%s at %s is %s", (key, code, letter) => {
  expect(shortcutKey({ key, code })).toBe(letter);
});
