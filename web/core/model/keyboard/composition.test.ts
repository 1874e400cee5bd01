/** Keys of the input method: which events they are, and that every field leaves them to it. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOfInputMethod } from "./composition.ts";
import { isPressed } from "./shortcuts.ts";

const ENTER = { key: "Enter", code: "Enter", ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test("a key of a composition is one, in Safari also after its end", () => {
  expect(isOfInputMethod({ isComposing: true, keyCode: 229 })).toBe(true);
  expect(isOfInputMethod({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isOfInputMethod({ isComposing: false, keyCode: 13 })).toBe(false);
});

test("no shortcut is pressed by such a key", () => {
  expect(isPressed({ ...ENTER, isComposing: false, keyCode: 13 }, "send")).toBe(true);
  expect(isPressed({ ...ENTER, isComposing: false, keyCode: 229 }, "send")).toBe(false);
  expect(isPressed({ ...ENTER, isComposing: true, keyCode: 13 }, "send")).toBe(false);
});

/** Handlers of elements that take no text, where nothing is composed. */
const WITHOUT_TEXT = ["features/composer/emoji-grid.tsx", "features/chat/use-message-selection.ts"];

test("every handler of Enter knows them", () => {
  const web = new URL("../../../", import.meta.url);
  const handlers = globSync("{core,features,ui}/**/*.{ts,tsx}", { cwd: web, exclude: ["**/*.test.ts"] })
    .map((path) => ({ path, source: readFileSync(new URL(path, web), "utf8") }))
    .filter(({ source }) => /\bkey (?:===|!==) "Enter"/.test(source));
  expect(handlers.length).toBeGreaterThan(3);
  const without = handlers.filter(({ source }) => !source.includes("isOfInputMethod(")).map(({ path }) => path);
  expect(without.sort()).toEqual([...WITHOUT_TEXT].sort());
});
