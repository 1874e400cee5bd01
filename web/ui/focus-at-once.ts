/** Takes the keyboard into what opens before the next key is pressed; the library would let a frame pass. */
import { useRef } from "react";
import { isTabStop, TAB_STOPS } from "./tab-stops.ts";

type Opened = "mouse" | "touch" | "pen" | "keyboard" | "";

/** For the `ref` and `initialFocus` of what opens: its first stop, unless a field within has taken the keyboard as it came. */
export function useFocusAtOnce() {
  const ref = useRef<HTMLDivElement>(null);
  const initialFocus = (opened: Opened): false => {
    const popup = ref.current;
    if (!popup || popup.contains(document.activeElement)) return false;
    // A field that takes the keyboard brings up the one on the glass, over what was just opened.
    const stops = opened === "touch" ? [] : [...popup.querySelectorAll<HTMLElement>(TAB_STOPS)];
    (stops.find(isTabStop) ?? popup).focus({ preventScroll: true });
    return false;
  };
  return { ref, initialFocus };
}

/** For the `ref` of a menu, which has the keyboard itself until the library brings it to an entry. */
export function focusMeanwhile(menu: HTMLElement | null): void {
  // The library looks first at what has the keyboard, to give it back.
  queueMicrotask(() => {
    if (menu?.isConnected && !menu.contains(document.activeElement)) menu.focus({ preventScroll: true });
  });
}
