/** Updates of the chat list. */
import type { ChatFullInfo, ChatSettings, Message } from "@heliogram/shared/wire.ts";
import type { ServerUnread } from "../model/chats/unread.ts";
import { withoutChat } from "../model/chats/place.ts";
import { latestSettingsSeq, receiveDraft } from "./drafts.ts";
import { withEntry } from "./records.ts";
import type { Change, ChatRow, State } from "./state.ts";
import { serverUnreadInRow, serverUnreadOf, withUnread } from "./unread.ts";

/** Changes one chat, if it is in the list. */
export function updateChat(chat_id: number, change: (row: ChatRow) => ChatRow): Change {
  return ({ chats }) => {
    const row = chats?.[chat_id];
    if (!chats || !row) return {};
    const changed = change(row);
    return changed === row ? {} : { chats: withEntry(chats, chat_id, changed) };
  };
}

/**
 * Merges rows from the server that are current up to account event `seq`. State from later events is newer and stays.
 */
export function mergeRows(rows: readonly ChatRow[], seq = Infinity): Change {
  return (state) => {
    if (rows.length === 0) return {};
    const settings = ({ chat: { id }, settings: listed }: ChatRow) =>
      seq < latestSettingsSeq(state, id) ? (state.chats?.[id]?.settings ?? listed) : listed;
    // Copied once for all rows.
    const server_unread = { ...state.server_unread };
    for (const row of rows) server_unread[row.chat.id] = serverUnreadAfter(state, row);
    const now: State = { ...state, server_unread };
    const chats = { ...state.chats };
    for (const row of rows) chats[row.chat.id] = mergeRow(now, { ...row, settings: settings(row) });
    return { server_unread, chats };
  };
}

/** The list was loaded but may have no chats. */
export function markListLoaded(): Change {
  return ({ chats }) => (chats ? {} : { chats: {} });
}

/**
 * Stores the person's settings of a chat, set here or on another screen; `seq` is the account event that carries them.
 */
export function setChatSettings(chat_id: number, settings: ChatSettings, seq: number): Change {
  return (state) => ({
    ...updateChat(chat_id, (row) => ({ ...row, settings }))(state),
    ...receiveDraft(chat_id, { seq, draft: settings.draft })(state),
  });
}

/** Adds the row of a chat that was opened, joined or created. */
export function addChat(row: ChatRow): Change {
  return mergeRows([row]);
}

/** The latest unread count of the server: from this row, or from a later event. */
function serverUnreadAfter(state: State, row: ChatRow): ServerUnread {
  const before = state.chats?.[row.chat.id];
  return before && before.seq > row.seq ? serverUnreadOf(state, before) : serverUnreadInRow(row);
}

/** A chat keeps its position in the events; missed events are fetched. */
function mergeRow(state: State, row: ChatRow): ChatRow {
  return withUnread(state, keepFollowedSeq(state, row));
}

function keepFollowedSeq({ chats, histories }: State, row: ChatRow): ChatRow {
  const before = chats?.[row.chat.id];
  if (!before) return row;
  // The server may not have received what was just read here.
  const read_up_to = Math.max(before.read_up_to, row.read_up_to);
  if (before.seq <= row.seq) return { ...row, read_up_to, seq: histories[row.chat.id] ? before.seq : row.seq };
  const { seq, last_message } = before;
  const { delivered_up_to, others_read_up_to, others_delivered_up_to } = before;
  const pointers = { read_up_to, delivered_up_to, others_read_up_to, others_delivered_up_to };
  return withoutUndefined({ ...row, seq, last_message, ...pointers });
}

/** The row without fields that are `undefined`. */
function withoutUndefined(row: { readonly [K in keyof ChatRow]: ChatRow[K] | undefined }): ChatRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as ChatRow;
}

/** Removes chats that the person left. */
export function removeChats(chat_ids: readonly number[]): Change {
  return (state) => {
    if (chat_ids.length === 0) return {};
    const chats = { ...state.chats };
    const topics = { ...state.topics };
    let { histories } = state;
    for (const id of chat_ids) {
      delete chats[id];
      delete topics[id];
      histories = withoutChat(histories, id);
    }
    return { chats, topics, histories };
  };
}

/** Sets the newest message of a chat, or updates it. */
export function setLastMessage(chat_id: number, message: Message): Change {
  return updateChat(chat_id, (row) =>
    (row.last_message?.message_id ?? 0) <= message.message_id ? { ...row, last_message: message } : row,
  );
}

/** Stores changed information of a chat. */
export function setChatInfo(chat_id: number, info: ChatFullInfo): Change {
  return updateChat(chat_id, (row) => {
    const { id, type, title, first_name, last_name, username, is_forum, photo } = info;
    const chat = { id, type, title, first_name, last_name, username, is_forum };
    const named = Object.fromEntries(Object.entries(chat).filter(([, value]) => value !== undefined));
    const { photo: _before, ...rest } = row;
    return { ...rest, chat: named as unknown as ChatRow["chat"], ...(photo ? { photo } : {}) };
  });
}

/** Sets how many of the person's messages in a chat have reactions that they have not seen. */
export function setUnreadReactions(chat_id: number, count: number): Change {
  return updateChat(chat_id, ({ unread_reactions: _before, ...row }) =>
    count === 0 ? row : { ...row, unread_reactions: count },
  );
}

/** The pinned messages of a chat must be reloaded. */
export function setPinsSeq(chat_id: number, seq: number): Change {
  return ({ pins_seqs }) => ({ pins_seqs: { ...pins_seqs, [chat_id]: seq } });
}
