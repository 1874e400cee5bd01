/** Whoever begins to type while the keyboard is nowhere in particular writes a message. */
import { useEffect } from "react";
import { COMPOSER_ID } from "./focus.ts";

/** What takes letters itself, or lies over the chat. */
const TAKES_LETTERS = "input, textarea, select, video, audio, [contenteditable], [role=menu], [role=listbox]";
const OVERLAYS = ["dialog", "alertdialog", "menu"].map((role) => `[role=${role}][data-open]`).join();

export function useTypeAnywhere(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ") return;
      if (!(target instanceof Element) || target.closest(TAKES_LETTERS) || document.querySelector(OVERLAYS)) return;
      // The letter itself follows the focus.
      document.getElementById(COMPOSER_ID)?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
