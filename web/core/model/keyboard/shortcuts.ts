/** The keyboard shortcuts: one table for the event handlers and for the list that is shown. */
import { isOfInputMethod } from "./composition.ts";
import { shortcutKey } from "./shortcut-letter.ts";

export interface Keys {
  /** The value of `KeyboardEvent.key`, letters in lower case. */
  readonly key: string;
  /** With Ctrl, or Cmd on a Mac. */
  readonly mod?: true;
  /** `"any"` if it depends on the keyboard layout whether the character needs Shift. */
  readonly shift?: true | "any";
}

/** The keys of each action; the first ones are shown. */
export const SHORTCUTS = {
  find_chat: [{ mod: true, key: "k" }],
  show_shortcuts: [{ mod: true, shift: "any", key: "/" }],
  row_before: [{ key: "ArrowUp" }],
  row_after: [{ key: "ArrowDown" }],
  rows_back: [{ key: "PageUp" }],
  rows_on: [{ key: "PageDown" }],
  first_row: [{ key: "Home" }],
  last_row: [{ key: "End" }],
  chat_menu: [{ shift: true, key: "F10" }],
  find_in_chat: [{ mod: true, key: "f" }],
  message_before: [{ key: "ArrowUp" }],
  message_after: [{ key: "ArrowDown" }],
  messages_back: [{ key: "PageUp" }],
  messages_on: [{ key: "PageDown" }],
  first_message: [{ key: "Home" }],
  last_message: [{ key: "End" }],
  message_menu: [{ key: "Enter" }, { shift: true, key: "F10" }],
  react: [{ shift: true, key: "Enter" }],
  choose_message: [{ key: " " }],
  message_parts: [{ key: "Tab" }],
  back_to_message: [{ key: "Escape" }],
  send: [{ key: "Enter" }, { mod: true, key: "Enter" }],
  new_line: [{ shift: true, key: "Enter" }],
  send_menu: [{ shift: true, key: "F10" }],
  edit_last: [{ key: "ArrowUp" }],
  undo_marks: [{ mod: true, key: "z" }],
  leave_reply: [{ key: "Escape" }],
  bold: [{ mod: true, key: "b" }],
  italic: [{ mod: true, key: "i" }],
  underline: [{ mod: true, key: "u" }],
  strikethrough: [{ mod: true, shift: true, key: "x" }],
  spoiler: [{ mod: true, shift: true, key: "p" }],
  code: [{ mod: true, shift: true, key: "m" }],
  quote: [
    { mod: true, shift: true, key: "." },
    { mod: true, shift: true, key: ">" },
  ],
  link: [{ mod: true, key: "k" }],
  picture_to_left: [{ key: "ArrowLeft" }],
  picture_to_right: [{ key: "ArrowRight" }],
  closer: [
    { shift: "any", key: "+" },
    { shift: "any", key: "=" },
  ],
  further: [{ shift: "any", key: "-" }],
  whole: [{ shift: "any", key: "0" }],
} as const satisfies Readonly<Record<string, readonly Keys[]>>;

export type Shortcut = keyof typeof SHORTCUTS;

/** The fields of keyboard events of the browser and of React. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

export function isPressed(event: KeyPress, name: Shortcut): boolean {
  return SHORTCUTS[name].some((keys) => matches(event, keys));
}

/** @returns the first of these shortcuts that matches the event */
export function pressedShortcut<N extends Shortcut>(event: KeyPress, names: readonly N[]): N | undefined {
  return names.find((name) => isPressed(event, name));
}

function matches(event: KeyPress, { key, mod, shift }: Keys): boolean {
  if (isOfInputMethod(event)) return false;
  if (event.altKey || (event.ctrlKey || event.metaKey) !== (mod === true)) return false;
  if (shift !== "any" && event.shiftKey !== (shift === true)) return false;
  return shortcutKey(event) === key.toLowerCase();
}

/** The labels of keys, which are the same in every language. */
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
  " ": "Space",
};

/** The keys of a shortcut as labels for this platform. */
export function spellKeys(name: Shortcut, onMac: boolean): string[] {
  const [{ key, mod, shift }]: readonly [Keys, ...Keys[]] = SHORTCUTS[name];
  return [
    ...(mod ? [onMac ? "⌘" : "Ctrl"] : []),
    ...(shift === true ? [onMac ? "⇧" : "Shift"] : []),
    SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ];
}
