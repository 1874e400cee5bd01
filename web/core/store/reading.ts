/** Updates of unread counts: from the server, from reading here, and for the followed chat. */
import { chatIdOf, threadIdOf, type Place } from "../model/chats/place.ts";
import type { ServerUnread } from "../model/chats/unread.ts";
import { updateChat } from "./chats.ts";
import { withEntry } from "./records.ts";
import type { Change, State } from "./state.ts";
import { setTopicReadUpTo } from "./topics.ts";
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

/** The person has read a chat or a topic up to this message, on this screen. */
export function setPlaceReadUpTo(place: Place, message_id: number): Change {
  const thread_id = threadIdOf(place);
  return thread_id === undefined
    ? setReadUpTo(chatIdOf(place), message_id)
    : setTopicReadUpTo(chatIdOf(place), thread_id, message_id);
}

/** The person has read a chat up to this message, here or on another screen. */
export function setReadUpTo(chat_id: number, message_id: number): Change {
  return (state) =>
    updateChat(chat_id, (row) => withUnread(state, { ...row, read_up_to: Math.max(row.read_up_to, message_id) }))(
      state,
    );
}

/** Sets the chat or topic whose newest messages are visible and followed, or none. */
export function setFollowed(place: Place | undefined): Change {
  return (state) => {
    if (state.followed === place) return {};
    let now: State = { ...state, followed: place };
    for (const each of [state.followed, place])
      if (typeof each === "number") now = { ...now, ...recomputeUnread(each)(now) };
    return { followed: place, chats: now.chats };
  };
}
