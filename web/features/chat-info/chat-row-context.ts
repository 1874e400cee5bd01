/** The chat that the pages of the panel are about. */
import { createContext, use } from "react";
import type { ChatRow } from "../../core/store/state.ts";

export const ChatRowContext = createContext<ChatRow | undefined>(undefined);

export function useChatRow(): ChatRow {
  const row = use(ChatRowContext);
  if (!row) throw new Error("useChatRow must be used within ChatRowContext");
  return row;
}
