/** Puts marks into the field, by shortcuts and by the toolbar, so that the browser can undo them. */
import { useState, type KeyboardEvent, type RefObject } from "react";
import { UNDERLINE } from "../model/marks.ts";
import { makeLink, toggleCode, toggleMark, toggleQuote, type Field, type Replacement } from "../model/selection.ts";
import { pressedAmong } from "../model/shortcuts.ts";
import { onPhone } from "./on-phone.ts";

export type MarkName = "bold" | "italic" | "underline" | "strikethrough" | "spoiler" | "code" | "link" | "quote";

const DEEDS: Readonly<Record<MarkName, (field: Field) => Replacement>> = {
  bold: (field) => toggleMark(field, "**"),
  italic: (field) => toggleMark(field, "__"),
  underline: (field) => toggleMark(field, ...UNDERLINE),
  strikethrough: (field) => toggleMark(field, "~~"),
  spoiler: (field) => toggleMark(field, "||"),
  code: toggleCode,
  link: makeLink,
  quote: toggleQuote,
};

const NAMES = Object.keys(DEEDS) as MarkName[];

export interface Marks {
  /** Where the caret is, or what is selected. */
  readonly start: number;
  readonly end: number;
  readonly onSelect: () => void;
  readonly apply: (name: MarkName) => void;
  readonly replace: (replacement: Replacement) => void;
  /** @returns whether the key was one of these */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useMarks(field: RefObject<HTMLTextAreaElement | null>): Marks {
  const [{ start, end }, setPlace] = useState({ start: 0, end: 0 });
  const onSelect = () => {
    const element = field.current;
    if (element) setPlace({ start: element.selectionStart, end: element.selectionEnd });
  };
  const replace = (replacement: Replacement) => {
    if (!field.current) return;
    put(field.current, replacement);
    onSelect();
  };
  const apply = (name: MarkName) => {
    const element = field.current;
    if (!element) return;
    replace(DEEDS[name]({ text: element.value, start: element.selectionStart, end: element.selectionEnd }));
  };
  return {
    start,
    end,
    onSelect,
    apply,
    replace,
    onKeyDown(event) {
      const name = pressedAmong(event.nativeEvent, NAMES);
      // Without a selection, Ctrl-K finds a chat.
      if (!name || (name === "link" && field.current?.selectionStart === field.current?.selectionEnd)) return false;
      event.preventDefault();
      event.stopPropagation();
      apply(name);
      return true;
    },
  };
}

/** By way of the browser's own editing, which alone can be undone. */
function put(element: HTMLTextAreaElement, { from, to, words, start, end }: Replacement): void {
  // On a phone, what is put in from elsewhere brings up no keyboard.
  if (onPhone() && document.activeElement !== element) {
    element.setRangeText(words, from, to, "end");
    element.dispatchEvent(new Event("input", { bubbles: true }));
    return;
  }
  element.focus();
  element.setSelectionRange(from, to);
  const done = document.execCommand(words === "" ? "delete" : "insertText", false, words);
  if (!done) {
    element.setRangeText(words, from, to);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }
  element.setSelectionRange(start, end);
}
