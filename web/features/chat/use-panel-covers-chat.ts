/** Whether the panel about the chat is open and covers the messages, because the screen is too narrow for both. */
import { useSyncExternalStore } from "react";
import { useIsPanelOpen } from "./use-open-panels.ts";

/** The same width as the `xl` breakpoint of the styles. */
const WIDE_SCREEN = "(min-width: 80rem)";

export function usePanelCoversChat(): boolean {
  const open = useIsPanelOpen();
  const wide = useSyncExternalStore(subscribe, () => matchMedia(WIDE_SCREEN).matches);
  return open && !wide;
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE_SCREEN);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
