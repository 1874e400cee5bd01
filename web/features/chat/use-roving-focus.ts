/**
 * A roving tab index over the messages: arrow keys move between messages, Tab enters the controls of one, Escape
 * returns to it.
 */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import type { Row } from "../../core/model/messages/rows.ts";
import { rowAfterKey } from "../../core/model/keyboard/row-keys.ts";
import { isPressed, pressedShortcut } from "../../core/model/keyboard/shortcuts.ts";

export interface RovingFocus {
  /** The key of the row that is in the tab order. */
  readonly active: string | undefined;
  /** Whether the focus is in that row. Then its controls are in the tab order too. */
  readonly focusWithin: boolean;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, scrollTo: (key: string) => void) => void;
}

function isFocusable(row: Row): boolean {
  return row.kind === "post" || row.kind === "service" || row.kind === "draft";
}

interface RovingFocusInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
}

export function useRovingFocus({ chat_id, rows }: RovingFocusInput): RovingFocus {
  const [focusedKey, setFocusedKey] = useState<string>();
  const [focusWithin, setFocusWithin] = useState(false);
  const pendingFocus = useRef<string>(undefined);
  const exists = focusedKey !== undefined && rows.some((row) => row.key === focusedKey);
  const active = exists ? focusedKey : rows.findLast(isFocusable)?.key;

  const ends = useFocusAtEnds(chat_id, rows, (row, scrollTo) => {
    pendingFocus.current = row.key;
    setFocusedKey(row.key);
    scrollTo(row.key);
  });

  // A draft becomes a message, or ends, while the focus may be in it.
  const wasInDraft = useRef(false);
  const isInDraft = focusWithin && rows.some(({ kind, key }) => kind === "draft" && key === active);
  useEffect(() => {
    if (wasInDraft.current && !isInDraft && isFocusLost()) {
      pendingFocus.current = active;
      setFocusedKey(active);
    }
    wasInDraft.current = isInDraft;
  }, [active, isInDraft]);

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
      if (message !== event.target || ends.onKeyDown(event, scrollTo)) return;
      const focusable = rows.filter(isFocusable);
      const index = focusable.findIndex((row) => row.key === active);
      const next = focusable[rowAfterKey(event.nativeEvent, index, focusable.length, MESSAGE_SHORTCUTS) ?? -1];
      if (!next || next.key === active) return;
      event.preventDefault();
      pendingFocus.current = next.key;
      setFocusedKey(next.key);
      scrollTo(next.key);
    },
  };
}

/** Whether the focused element was removed. */
function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

type ScrollTo = (key: string) => void;

/**
 * Moves the focus to the first or the newest message of the chat, which may have to be loaded first.
 */
function useFocusAtEnds(chat_id: number, rows: readonly Row[], focus: (row: Row, scrollTo: ScrollTo) => void) {
  const { history, store } = useClient();
  const place = usePlace(chat_id);
  const isLoaded = (end: ChatEnd) => {
    const held = store.getState().histories[place];
    return (end === "first_message" ? held?.reachesStart : held?.reachesEnd) ?? true;
  };
  const wanted = useRef<WantedEnd>(undefined);
  const [arrived, setArrived] = useState<WantedEnd>();
  useEffect(() => {
    if (!arrived || arrived !== wanted.current) return;
    wanted.current = undefined;
    const { end, scrollTo } = arrived;
    const row = end === "first_message" ? rows.find(isFocusable) : rows.findLast(isFocusable);
    // Another page may have been requested since, as by a jump to a message.
    if (row && isLoaded(end)) focus(row, scrollTo);
  });
  return {
    /** @returns whether the message has to be loaded first */
    onKeyDown(event: KeyboardEvent, scrollTo: ScrollTo): boolean {
      const end = pressedShortcut(event.nativeEvent, ["first_message", "last_message"]);
      // A page that is on its way would replace the loaded one. Requested again, this one is shown after it.
      if (end === undefined || (isLoaded(end) && !wanted.current)) return false;
      event.preventDefault();
      const request = { end, scrollTo };
      wanted.current = request;
      history.openHistory(place, end === "first_message" ? 1 : undefined).then(
        () => setArrived(request),
        () => {
          if (wanted.current === request) wanted.current = undefined;
        },
      );
      return true;
    },
  };
}

interface WantedEnd {
  readonly end: ChatEnd;
  readonly scrollTo: ScrollTo;
}

type ChatEnd = "first_message" | "last_message";

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

const MESSAGE_SHORTCUTS = [
  "message_before",
  "message_after",
  "messages_back",
  "messages_on",
  "first_message",
  "last_message",
] as const;
