/** A chat as the screen around its messages needs it: it is drawn anew when one of these members changes. */
import { useState } from "react";
import type { ChatDetails, ChatRow } from "../store/state.ts";
import { useClientState } from "./context.tsx";

/** What messages and reading change of a row, which is nearly always. */
const MOVING: Readonly<Record<Exclude<keyof ChatRow, keyof ChatDetails>, true>> = {
  seq: true,
  last_message: true,
  unread_count: true,
  unread_mentions: true,
  read_up_to: true,
  delivered_up_to: true,
  others_read_up_to: true,
  others_delivered_up_to: true,
};

/** @returns the same object as before, while it shows the same */
export function useDetails(chat_id: number): ChatDetails | undefined {
  const [steady] = useState(steadyDetails);
  return useClientState((state) => steady(state.chats?.[chat_id]));
}

function steadyDetails(): (row: ChatRow | undefined) => ChatDetails | undefined {
  let last: ChatRow | undefined;
  return (row) => {
    if (last && row && alike(last, row)) return last;
    return (last = row);
  };
}

function alike(one: ChatRow, other: ChatRow): boolean {
  if (one === other) return true;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ChatRow>;
  return [...names].every((name) => name in MOVING || one[name] === other[name]);
}
