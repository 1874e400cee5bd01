/** Moves the focus into an overlay before the next key press; Base UI would wait for a frame. */
import { useRef } from "react";
import { isTabbable, TABBABLE } from "./tabbable.ts";

type OpenedBy = "mouse" | "touch" | "pen" | "keyboard" | "";

/**
 * For the `ref` and `initialFocus` of an overlay: focuses its first tab stop, unless a field inside has the focus
 * already.
 */
export function useInitialFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const initialFocus = (opened: OpenedBy): false => {
    const popup = ref.current;
    if (!popup || popup.contains(document.activeElement)) return false;
    // Focusing a field would open the on-screen keyboard over the overlay.
    const stops = opened === "touch" ? [] : [...popup.querySelectorAll<HTMLElement>(TABBABLE)];
    (stops.find(isTabbable) ?? popup).focus({ preventScroll: true });
    return false;
  };
  return { ref, initialFocus };
}

/** For the `ref` of a menu: it has the focus itself until Base UI focuses an entry. */
export function focusMenu(menu: HTMLElement | null): void {
  // Base UI first records the focused element, to return the focus to it.
  queueMicrotask(() => {
    if (menu?.isConnected && !menu.contains(document.activeElement)) menu.focus({ preventScroll: true });
  });
}
