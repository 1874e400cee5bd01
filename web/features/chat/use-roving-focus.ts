/**
 * A roving tab index over the messages: arrow keys move between messages, Tab enters the controls of one, Escape
 * returns to it.
 */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import type { Row } from "../../core/model/messages/rows.ts";
import { isPressed, pressedShortcut, type KeyPress } from "../../core/model/keyboard/shortcuts.ts";

export interface RovingFocus {
  /** The key of the row that is in the tab order. */
  readonly active: string | undefined;
  /** Whether the focus is in that row. Then its controls are in the tab order too. */
  readonly focusWithin: boolean;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, scrollTo: (key: string) => void) => void;
}

const PAGE_ROWS = 8;

function isFocusable(row: Row): boolean {
  return row.kind === "post" || row.kind === "service";
}

export function useRovingFocus(rows: readonly Row[]): RovingFocus {
  const [focusedKey, setFocusedKey] = useState<string>();
  const [focusWithin, setFocusWithin] = useState(false);
  const pendingFocus = useRef<string>(undefined);
  const exists = focusedKey !== undefined && rows.some((row) => row.key === focusedKey);
  const active = exists ? focusedKey : rows.findLast(isFocusable)?.key;

  // A row outside the viewport has to be rendered before it can be focused.
  useEffect(() => {
    if (pendingFocus.current === undefined) return;
    const element = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(pendingFocus.current)}"]`);
    if (!element) return;
    pendingFocus.current = undefined;
    element.focus({ preventScroll: true });
  });

  return {
    active,
    focusWithin,
    onFocus(event) {
      const key = messageAt(event.target)?.dataset.key;
      if (key === undefined) return;
      setFocusedKey(key);
      setFocusWithin(true);
    },
    onBlur({ relatedTarget }) {
      if (!messageAt(relatedTarget)) setFocusWithin(false);
    },
    onKeyDown(event, scrollTo) {
      const message = messageAt(event.target);
      if (message && message !== event.target) focusMessageOnEscape(message, event);
      if (message !== event.target) return;
      const focusable = rows.filter(isFocusable);
      const index = focusable.findIndex((row) => row.key === active);
      const next = focusable[nextIndex(event.nativeEvent, index, focusable.length)];
      if (!next || next.key === active) return;
      event.preventDefault();
      pendingFocus.current = next.key;
      setFocusedKey(next.key);
      scrollTo(next.key);
    },
  };
}

function messageAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
}

/** Escape on a control of a message focuses the message and has no other effect. */
function focusMessageOnEscape(message: HTMLElement, event: KeyboardEvent): void {
  if (!isPressed(event.nativeEvent, "back_to_message")) return;
  event.preventDefault();
  event.stopPropagation();
  message.focus({ preventScroll: true });
}

const NAVIGATION_SHORTCUTS = [
  "message_before",
  "message_after",
  "messages_back",
  "messages_on",
  "first_message",
  "last_message",
] as const;

function nextIndex(event: KeyPress, index: number, count: number): number {
  const last = count - 1;
  switch (pressedShortcut(event, NAVIGATION_SHORTCUTS)) {
    case "message_before":
      return Math.max(0, index - 1);
    case "message_after":
      return Math.min(last, index + 1);
    case "messages_back":
      return Math.max(0, index - PAGE_ROWS);
    case "messages_on":
      return Math.min(last, index + PAGE_ROWS);
    case "first_message":
      return 0;
    case "last_message":
      return last;
    default:
      return -1;
  }
}
