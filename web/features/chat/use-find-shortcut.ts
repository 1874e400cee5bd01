/** Opens the chat search with Ctrl-F. The browser's own search would find only the rendered messages. */
import { useEffect, useRef } from "react";
import { isPressed } from "../../core/model/keyboard/shortcuts.ts";
import { hasDialog } from "../../ui/overlays/open-overlays.ts";

export const SEARCH_ID = "chat-search";

export function useFindShortcut(onFind: () => void): void {
  const find = useRef(onFind);
  useEffect(() => void (find.current = onFind));
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(event, "find_in_chat")) return;
      const field = document.getElementById(SEARCH_ID);
      // Pressed again, or in a dialog, the shortcut opens the browser's own search.
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
