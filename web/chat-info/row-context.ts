/** The chat that the pages of the panel are about. */
import { createContext, use } from "react";
import type { ChatRow } from "../store/state.ts";

export const RowContext = createContext<ChatRow | undefined>(undefined);

export function useRow(): ChatRow {
  const row = use(RowContext);
  if (!row) throw new Error("there is no chat around this page");
  return row;
}
