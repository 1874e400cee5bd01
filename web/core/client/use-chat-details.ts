/** The parts of a chat that its surrounding screen shows; messages and reading do not re-render the component. */
import { useState } from "react";
import type { ChatDetails, ChatRow } from "../store/state.ts";
import { useClientState } from "./context.tsx";

/** The fields of a row that messages and reading change, which is nearly always. */
const FREQUENT_FIELDS: Readonly<Record<Exclude<keyof ChatRow, keyof ChatDetails>, true>> = {
  seq: true,
  last_message: true,
  unread_count: true,
  unread_mentions: true,
  unread_reactions: true,
  read_up_to: true,
  delivered_up_to: true,
  others_read_up_to: true,
  others_delivered_up_to: true,
};

/** @returns the same object as before while its fields are equal */
export function useChatDetails(chat_id: number): ChatDetails | undefined {
  const [memoized] = useState(memoizeDetails);
  return useClientState((state) => memoized(state.chats?.[chat_id]));
}

function memoizeDetails(): (row: ChatRow | undefined) => ChatDetails | undefined {
  let last: ChatRow | undefined;
  return (row) => {
    if (last && row && sameDetails(last, row)) return last;
    return (last = row);
  };
}

function sameDetails(one: ChatRow, other: ChatRow): boolean {
  if (one === other) return true;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof ChatRow>;
  return [...names].every((name) => name in FREQUENT_FIELDS || one[name] === other[name]);
}
