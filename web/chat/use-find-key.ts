/** Ctrl-F looks for words in the chat: the browser would find only what is drawn of it. */
import { useEffect, useRef } from "react";
import { isPressed } from "../model/shortcuts.ts";
import { hasDialog } from "../ui/over.ts";

export const SEARCH_ID = "chat-search";

export function useFindKey(onFind: () => void): void {
  const find = useRef(onFind);
  useEffect(() => void (find.current = onFind));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(event, "find_in_chat")) return;
      const field = document.getElementById(SEARCH_ID);
      // Pressed again, or over a dialog, it is the browser's own.
      if (event.defaultPrevented || field === document.activeElement) return;
      if (hasDialog()) return;
      event.preventDefault();
      if (field) field.focus();
      else find.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
