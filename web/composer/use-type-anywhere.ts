/** Whoever begins to type while the keyboard is nowhere in particular writes a message. */
import { useEffect } from "react";
import { isCovered } from "../ui/over.ts";
import { COMPOSER_ID } from "./focus.ts";

/** What takes letters itself. A menu that fades away has the keyboard for a moment, and takes none. */
const TAKES_LETTERS =
  "input, textarea, select, video, audio, [contenteditable], [role=menu][data-open], [role=listbox]";

export function useTypeAnywhere(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ") return;
      if (!(target instanceof Element) || target.closest(TAKES_LETTERS) || isCovered()) return;
      // The letter itself follows the focus.
      document.getElementById(COMPOSER_ID)?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
