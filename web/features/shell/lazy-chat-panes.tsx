/** The panes of an open chat: the largest chunk of the client, which is loaded once the list of chats is shown. */
import { lazyRouteComponent } from "@tanstack/react-router";
import { useEffect, useState, type ComponentProps } from "react";

const Panes = lazyRouteComponent(() => import("../chat/chat-panes.tsx"), "ChatPanes");

/** Loads the chunk, unless it is loaded. The promise is fulfilled also if that fails; `LazyChatPanes` reports it. */
export async function preloadChatPanes(): Promise<void> {
  await Panes.preload?.();
}

/**
 * Shows nothing until the chunk is loaded. It does not suspend, because React shows content that was suspended only
 * 300 ms after the last fallback.
 */
export function LazyChatPanes(props: ComponentProps<typeof Panes>) {
  const [settled, setSettled] = useState(Panes.preload === undefined);
  useEffect(() => void preloadChatPanes().then(() => setSettled(true)), []);
  return settled ? <Panes {...props} /> : null;
}
