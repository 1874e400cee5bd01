/** Moves the focus to the composer when the user types while nothing that takes text is focused. */
import { useEffect } from "react";
import { hasOverlay } from "../../ui/overlays/open-overlays.ts";
import { COMPOSER_ID } from "./focus.ts";

/**
 * Elements that handle typed characters themselves. A menu that is fading out has the focus for a moment but is not
 * `[data-open]` any more.
 */
const ACCEPTS_TEXT = "input, textarea, select, video, audio, [contenteditable], [role=menu][data-open], [role=listbox]";

export function useTypeAnywhere(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ") return;
      if (!(target instanceof Element) || target.closest(ACCEPTS_TEXT) || hasOverlay()) return;
      // The browser inserts the character into the newly focused field.
      document.getElementById(COMPOSER_ID)?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
