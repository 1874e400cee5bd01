/** Opens an overlay by a window event, and toggles it by a shortcut. */
import { useEffect, useState } from "react";
import { isPressed, type Shortcut } from "../../core/model/keyboard/shortcuts.ts";

/**
 * `isFree` returns whether the shortcut may act now; otherwise the browser handles the key. It must be a stable
 * function.
 */
export function useToggleEvent(
  event: string,
  keys: Shortcut,
  isFree: () => boolean = always,
): [open: boolean, close: () => void] {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener(event, () => setOpen(true), { signal });
    window.addEventListener(
      "keydown",
      (pressed) => {
        if (!isPressed(pressed, keys) || !isFree()) return;
        pressed.preventDefault();
        setOpen((before) => !before);
      },
      { signal },
    );
    return () => ended.abort();
  }, [event, keys, isFree]);
  return [open, () => setOpen(false)];
}

function always(): boolean {
  return true;
}
