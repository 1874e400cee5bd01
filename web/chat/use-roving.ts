/** One message at a time has the keyboard: arrows go from one to the next, Tab to what is in it, and Escape back. */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import type { Row } from "../model/rows.ts";
import { isPressed, pressedAmong, type Pressed } from "../model/shortcuts.ts";

export interface Roving {
  /** The key of the row that Tab comes to. */
  readonly active: string | undefined;
  /** Whether the keyboard is in that row: then Tab goes on to its controls. */
  readonly within: boolean;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, scrollTo: (key: string) => void) => void;
}

const PAGE = 8;

function isStop(row: Row): boolean {
  return row.kind === "post" || row.kind === "service";
}

export function useRoving(rows: readonly Row[]): Roving {
  const [chosen, setChosen] = useState<string>();
  const [within, setWithin] = useState(false);
  const wanted = useRef<string>(undefined);
  const there = chosen !== undefined && rows.some((row) => row.key === chosen);
  const active = there ? chosen : rows.findLast(isStop)?.key;

  // A row that was out of sight has to be drawn before it can take the keyboard.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const element = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.current)}"]`);
    if (!element) return;
    wanted.current = undefined;
    element.focus({ preventScroll: true });
  });

  return {
    active,
    within,
    onFocus(event) {
      const key = messageAt(event.target)?.dataset.key;
      if (key === undefined) return;
      setChosen(key);
      setWithin(true);
    },
    onBlur({ relatedTarget }) {
      if (!messageAt(relatedTarget)) setWithin(false);
    },
    onKeyDown(event, scrollTo) {
      const message = messageAt(event.target);
      if (message && message !== event.target) returnTo(message, event);
      if (message !== event.target) return;
      const stops = rows.filter(isStop);
      const at = stops.findIndex((row) => row.key === active);
      const next = stops[targetOf(event.nativeEvent, at, stops.length)];
      if (!next || next.key === active) return;
      event.preventDefault();
      wanted.current = next.key;
      setChosen(next.key);
      scrollTo(next.key);
    },
  };
}

function messageAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
}

/** Escape leaves a control for its message, and does nothing else then. */
function returnTo(message: HTMLElement, event: KeyboardEvent): void {
  if (!isPressed(event.nativeEvent, "back_to_message")) return;
  event.preventDefault();
  event.stopPropagation();
  message.focus({ preventScroll: true });
}

const WAYS = [
  "message_before",
  "message_after",
  "messages_back",
  "messages_on",
  "first_message",
  "last_message",
] as const;

function targetOf(event: Pressed, at: number, count: number): number {
  const last = count - 1;
  switch (pressedAmong(event, WAYS)) {
    case "message_before":
      return Math.max(0, at - 1);
    case "message_after":
      return Math.min(last, at + 1);
    case "messages_back":
      return Math.max(0, at - PAGE);
    case "messages_on":
      return Math.min(last, at + PAGE);
    case "first_message":
      return 0;
    case "last_message":
      return last;
    default:
      return -1;
  }
}
