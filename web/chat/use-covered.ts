/** Whether the panel about the chat lies over its messages: where there is no room for both. */
import { useMatch } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";

/** As wide as `xl` in styles. */
const ROOM_FOR_BOTH = "(min-width: 80rem)";

export function useCovered(): boolean {
  const open = useMatch({ from: "/signed-in/chat/$chatId/info", shouldThrow: false }) !== undefined;
  const wide = useSyncExternalStore(watch, () => matchMedia(ROOM_FOR_BOTH).matches);
  return open && !wide;
}

function watch(changed: () => void): () => void {
  const query = matchMedia(ROOM_FOR_BOTH);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
