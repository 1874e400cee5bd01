/** Changes of what is unread: told by the service, read here, or not to be counted because the person is looking at it. */
import type { Counted } from "../model/unread.ts";
import { changeChat } from "./chats.ts";
import { withEntry } from "./records.ts";
import type { Change, State } from "./state.ts";
import { countedOf, recounted } from "./unread.ts";

/** Takes what the service has counted of a chat. */
export function takeCount(chat_id: number, told: Partial<Counted>): Change {
  return (state) => {
    const row = state.chats?.[chat_id];
    if (!row) return {};
    const counted = withEntry(state.counted, chat_id, { ...countedOf(state, row), ...told });
    return { counted, ...recount(chat_id)({ ...state, counted }) };
  };
}

/** Counts anew how much of a chat is unread. */
export function recount(chat_id: number): Change {
  return (state) => changeChat(chat_id, (row) => recounted(state, row))(state);
}

/** The person has read a chat up to this message, here or on another screen. */
export function showReading(chat_id: number, message_id: number): Change {
  return (state) =>
    changeChat(chat_id, (row) => recounted(state, { ...row, read_up_to: Math.max(row.read_up_to, message_id) }))(state);
}

/** The newest messages of this chat are in sight of the person now, or those of none. */
export function sitAtEnd(chat_id: number | undefined): Change {
  return (state) => {
    if (state.at_end === chat_id) return {};
    let now: State = { ...state, at_end: chat_id };
    for (const each of [state.at_end, chat_id]) if (each !== undefined) now = { ...now, ...recount(each)(now) };
    return { at_end: chat_id, chats: now.chats };
  };
}
