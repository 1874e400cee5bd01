/** Updates of unread counts: from the server, from reading here, and for the followed chat. */
import type { ServerUnread } from "../model/chats/unread.ts";
import { updateChat } from "./chats.ts";
import { withEntry } from "./records.ts";
import type { Change, State } from "./state.ts";
import { serverUnreadOf, withUnread } from "./unread.ts";

/** Stores the server's unread count of a chat. */
export function setServerUnread(chat_id: number, told: Partial<ServerUnread>): Change {
  return (state) => {
    const row = state.chats?.[chat_id];
    if (!row) return {};
    const server_unread = withEntry(state.server_unread, chat_id, { ...serverUnreadOf(state, row), ...told });
    return { server_unread, ...recomputeUnread(chat_id)({ ...state, server_unread }) };
  };
}

/** Recomputes the unread count of a chat. */
export function recomputeUnread(chat_id: number): Change {
  return (state) => updateChat(chat_id, (row) => withUnread(state, row))(state);
}

/** The person has read a chat up to this message, here or on another screen. */
export function setReadUpTo(chat_id: number, message_id: number): Change {
  return (state) =>
    updateChat(chat_id, (row) => withUnread(state, { ...row, read_up_to: Math.max(row.read_up_to, message_id) }))(
      state,
    );
}

/** Sets the chat whose newest messages are visible and followed, or none. */
export function setFollowedChat(chat_id: number | undefined): Change {
  return (state) => {
    if (state.followed_chat_id === chat_id) return {};
    let now: State = { ...state, followed_chat_id: chat_id };
    for (const each of [state.followed_chat_id, chat_id])
      if (each !== undefined) now = { ...now, ...recomputeUnread(each)(now) };
    return { followed_chat_id: chat_id, chats: now.chats };
  };
}
