/** Applies formatting marks to the field, by shortcuts and by the toolbar, such that the browser can undo them. */
import { useState, type KeyboardEvent, type RefObject } from "react";
import { UNDERLINE } from "../../core/model/text/chunks.ts";
import {
  makeLink,
  toggleCode,
  toggleMark,
  toggleQuote,
  type TextSelection,
  type Replacement,
} from "../../core/model/text/formatting.ts";
import { pressedShortcut } from "../../core/model/keyboard/shortcuts.ts";
import { isTouchOnly } from "./is-touch-only.ts";

export type MarkName = "bold" | "italic" | "underline" | "strikethrough" | "spoiler" | "code" | "link" | "quote";

const MARK_EDITS: Readonly<Record<MarkName, (field: TextSelection) => Replacement>> = {
  bold: (field) => toggleMark(field, "**"),
  italic: (field) => toggleMark(field, "__"),
  underline: (field) => toggleMark(field, ...UNDERLINE),
  strikethrough: (field) => toggleMark(field, "~~"),
  spoiler: (field) => toggleMark(field, "||"),
  code: toggleCode,
  link: makeLink,
  quote: toggleQuote,
};

const MARK_NAMES = Object.keys(MARK_EDITS) as MarkName[];

export interface Marks {
  /** The selection; both are the position of the caret if nothing is selected. */
  readonly start: number;
  readonly end: number;
  readonly onSelect: () => void;
  readonly apply: (name: MarkName) => void;
  readonly replace: (replacement: Replacement) => void;
  /** @returns whether the key was handled */
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
    applyReplacement(field.current, replacement);
    onSelect();
  };
  const apply = (name: MarkName) => {
    const element = field.current;
    if (!element) return;
    replace(MARK_EDITS[name]({ text: element.value, start: element.selectionStart, end: element.selectionEnd }));
  };
  return {
    start,
    end,
    onSelect,
    apply,
    replace,
    onKeyDown(event) {
      const name = pressedShortcut(event.nativeEvent, MARK_NAMES);
      // Without a selection, Ctrl-K opens the switcher.
      if (!name || (name === "link" && field.current?.selectionStart === field.current?.selectionEnd)) return false;
      event.preventDefault();
      event.stopPropagation();
      apply(name);
      return true;
    },
  };
}

/** Uses `execCommand`, because the browser can undo only that. */
function applyReplacement(element: HTMLTextAreaElement, { from, to, words, start, end }: Replacement): void {
  // On a touch device, inserting text must not focus the field, which would open the on-screen keyboard.
  if (isTouchOnly() && document.activeElement !== element) {
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
