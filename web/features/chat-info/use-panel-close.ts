/**
 * Closes the panel by going back in the browser's history to the chat it was opened from, so that Back does not open it
 * again.
 */
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { focusChatHead } from "../../ui/focus/chat-head-focus.ts";

export function usePanelClose(chat_id: number): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  /** The index of the chat in the browser's history, if the panel was opened from it. */
  const chatIndex = useRef<number>(undefined);
  useEffect(() => {
    const { __TSR_index: at, overChat } = history.location.state;
    if (overChat) chatIndex.current = at - 1;
    return focusChatHead;
  }, [history]);
  return () => {
    const by = (chatIndex.current ?? 0) - history.location.state.__TSR_index;
    if (chatIndex.current !== undefined && by < 0) history.go(by, { ignoreBlocker: true });
    else void navigate({ to: "/chat/$chatId", params: { chatId: chat_id }, replace: true });
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Whether the previous history entry is the chat that the panel is about. */
    readonly overChat?: boolean;
  }
}
