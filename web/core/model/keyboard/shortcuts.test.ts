/** Shortcuts: which keys match, and how they are labelled. */
import { expect, test } from "vitest";
import { isPressed, pressedShortcut, spellKeys, type KeyPress } from "./shortcuts.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test("a shortcut is its key with exactly its modifiers", () => {
  expect(isPressed(press("k", { ctrlKey: true }), "find_chat")).toBe(true);
  expect(isPressed(press("k", { metaKey: true }), "find_chat")).toBe(true);
  expect(isPressed(press("k"), "find_chat")).toBe(false);
  expect(isPressed(press("K", { ctrlKey: true, shiftKey: true }), "find_chat")).toBe(false);
  expect(isPressed(press("k", { ctrlKey: true, altKey: true }), "find_chat")).toBe(false);
  expect(isPressed(press("X", { ctrlKey: true, shiftKey: true }), "strikethrough")).toBe(true);
  expect(isPressed(press("F10", { shiftKey: true }), "chat_menu")).toBe(true);
  expect(isPressed(press("F10"), "chat_menu")).toBe(false);
});

test("a letter of another alphabet counts by its place, and a sign with or without Shift", () => {
  expect(isPressed(press("л", { code: "KeyK", ctrlKey: true }), "find_chat")).toBe(true);
  expect(isPressed(press("/", { ctrlKey: true, shiftKey: true }), "show_shortcuts")).toBe(true);
  expect(isPressed(press("/", { ctrlKey: true }), "show_shortcuts")).toBe(true);
});

test("of several, the first that fits", () => {
  expect(pressedShortcut(press("+", { shiftKey: true }), ["further", "closer"])).toBe("closer");
  expect(pressedShortcut(press("a"), ["further", "closer"])).toBe(undefined);
});

test("keys are spelled as they are called on the machine", () => {
  expect(spellKeys("strikethrough", false)).toEqual(["Ctrl", "Shift", "X"]);
  expect(spellKeys("strikethrough", true)).toEqual(["⌘", "⇧", "X"]);
  expect(spellKeys("show_shortcuts", false)).toEqual(["Ctrl", "/"]);
  expect(spellKeys("messages_back", false)).toEqual(["Page Up"]);
  expect(spellKeys("choose_message", false)).toEqual(["Space"]);
});
