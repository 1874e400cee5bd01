/** How much of a chat is unread, from what the service has told and from what this screen shows. */
import { unreadNow, type Counted } from "../model/unread.ts";
import type { ChatRow, State } from "./state.ts";

/** What the service counted with a row of its list. */
export function countedIn({ unread_count, unread_mentions, read_up_to }: ChatRow): Counted {
  return { unread_count, unread_mentions, unread_after: read_up_to };
}

/** What the service counted last of a chat in the list. */
export function countedOf(state: State, row: ChatRow): Counted {
  return state.counted[row.chat.id] ?? countedIn(row);
}

/** The row with what is unread of it now. */
export function recounted(state: State, row: ChatRow): ChatRow {
  const { id } = row.chat;
  const { read_up_to, last_message } = row;
  const isAtEnd = state.at_end === id;
  const seen = { read_up_to, last_message, isAtEnd, history: state.histories[id], me: state.me?.user.id };
  const now = unreadNow(countedOf(state, row), seen);
  const isSame = now.unread_count === row.unread_count && now.unread_mentions === row.unread_mentions;
  return isSame ? row : { ...row, ...now };
}
