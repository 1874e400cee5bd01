/** Closes the panel: back to the chat it was opened from, so that the browser's Back does not open it again. */
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { focusHead } from "../ui/chat-head-focus.ts";

export function useClose(chat_id: number): () => void {
  const { history } = useRouter();
  const navigate = useNavigate();
  /** The place of the chat in the browser's history, where the panel was opened from it. */
  const chatAt = useRef<number>(undefined);
  useEffect(() => {
    const { __TSR_index: at, overChat } = history.location.state;
    if (overChat) chatAt.current = at - 1;
    return focusHead;
  }, [history]);
  return () => {
    const by = (chatAt.current ?? 0) - history.location.state.__TSR_index;
    if (chatAt.current !== undefined && by < 0) history.go(by, { ignoreBlocker: true });
    else void navigate({ to: "/chat/$chatId", params: { chatId: chat_id }, replace: true });
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry before this one is the chat that the panel is about. */
    readonly overChat?: boolean;
  }
}
