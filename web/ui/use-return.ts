/** Gives the keyboard back, when something that lay over the page closes, to what had it before. */
import { useInsertionEffect, useRef } from "react";
import { OVER } from "./over.ts";

/**
 * For the `finalFocus` of what opens. The library looks for itself only when a field within, which takes the keyboard as it
 * comes, has it already; this looks before.
 */
export function useReturn(open: boolean): () => HTMLElement | boolean {
  const opener = useRef<Element>(null);
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return () => {
    const { activeElement, body } = document;
    const over = activeElement?.closest(OVER);
    // Whoever has gone on to something else, on the page or over it, stays there.
    if (activeElement !== body && (!over || over.matches("[data-open]"))) return false;
    const before = opener.current;
    return before instanceof HTMLElement && before.isConnected && before !== body ? before : true;
  };
}
