/** What opens from wherever one is: by an event of the window, or by its keys, which close it again. */
import { useEffect, useState } from "react";
import { isPressed, type Shortcut } from "../model/shortcuts.ts";

/** `isFree` says whether the keys may do so now; else they are left to the browser. It stays the same. */
export function useSummoned(
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
