/** Keys that move between rows. */
import { describe, expect, test } from "vitest";
import { rowAfterKey } from "./row-keys.ts";

const NO_MODIFIERS = { code: "", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
const press = (key: string, index: number, count: number) => rowAfterKey({ ...NO_MODIFIERS, key }, index, count);

describe("keys among twenty rows", () => {
  test.each([
    ["ArrowUp", 5, 4],
    ["ArrowDown", 5, 6],
    ["PageUp", 10, 2],
    ["PageDown", 10, 18],
    ["Home", 10, 0],
    ["End", 10, 19],
    ["ArrowUp", 0, 0],
    ["ArrowDown", 19, 19],
    ["PageUp", 3, 0],
    ["PageDown", 17, 19],
    ["a", 5, undefined],
  ])("%s on row %i leads to %s", (key, from, to) => {
    expect(press(key, from, 20)).toBe(to);
  });

  test("no key leads anywhere in an empty list", () => {
    expect(press("End", 0, 0)).toBeUndefined();
  });

  test("a key with Ctrl is left to the browser", () => {
    expect(rowAfterKey({ ...NO_MODIFIERS, key: "End", ctrlKey: true }, 0, 20)).toBeUndefined();
  });
});
