/** Unread counts, from the server's counts and from what this screen has read. */
import { unreadNow, type ServerUnread } from "../model/chats/unread.ts";
import type { ChatRow, State } from "./state.ts";

/** The unread count in a row of the server's list. */
export function serverUnreadInRow({ unread_count, unread_mentions, read_up_to }: ChatRow): ServerUnread {
  return { unread_count, unread_mentions, unread_after: read_up_to };
}

/** The server's latest unread count of a listed chat. */
export function serverUnreadOf(state: State, row: ChatRow): ServerUnread {
  return state.server_unread[row.chat.id] ?? serverUnreadInRow(row);
}

/** The row with its current unread count. */
export function withUnread(state: State, row: ChatRow): ChatRow {
  const { id } = row.chat;
  const { read_up_to, last_message } = row;
  const isFollowed = state.followed === id;
  const local = { read_up_to, last_message, isFollowed, history: state.histories[id], me: state.me?.user.id };
  const now = unreadNow(serverUnreadOf(state, row), local);
  const isSame = now.unread_count === row.unread_count && now.unread_mentions === row.unread_mentions;
  return isSame ? row : { ...row, ...now };
}
