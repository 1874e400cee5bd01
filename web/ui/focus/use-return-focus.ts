/** Returns the focus to the element that had it before an overlay opened. */
import { useInsertionEffect, useRef } from "react";
import { OVERLAYS } from "../overlays/open-overlays.ts";

/**
 * For the `finalFocus` of an overlay. Base UI records the focused element too late if a field inside takes the focus
 * when it mounts.
 */
export function useReturnFocus(open: boolean): () => HTMLElement | boolean {
  const opener = useRef<Element>(null);
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return () => {
    const { activeElement, body } = document;
    const over = activeElement?.closest(OVERLAYS);
    // If the focus has already moved elsewhere, it stays there.
    if (activeElement !== body && (!over || over.matches("[data-open]"))) return false;
    const before = opener.current;
    return before instanceof HTMLElement && before.isConnected && before !== body ? before : true;
  };
}
