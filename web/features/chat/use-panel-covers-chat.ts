/** Whether the panel about the chat is open and covers the messages, because the screen is too narrow for both. */
import { useMatch } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";

/** The same width as the `xl` breakpoint of the styles. */
const WIDE_SCREEN = "(min-width: 80rem)";

export function usePanelCoversChat(): boolean {
  const open = useMatch({ from: "/signed-in/chat/$chatId/info", shouldThrow: false }) !== undefined;
  const wide = useSyncExternalStore(subscribe, () => matchMedia(WIDE_SCREEN).matches);
  return open && !wide;
}

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE_SCREEN);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
