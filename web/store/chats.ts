/** Changes of the chat list. */
import type { ChatFullInfo, ChatSettings, Message } from "@heliogram/shared/wire.ts";
import type { Counted } from "../model/unread.ts";
import { heardUpTo, hearDraft, takeDraft } from "./drafts.ts";
import { withEntry } from "./records.ts";
import type { Change, ChatRow, State } from "./state.ts";
import { countedIn, countedOf, recounted } from "./unread.ts";

/** Changes one chat, if it is in the list. */
export function changeChat(chat_id: number, change: (row: ChatRow) => ChatRow): Change {
  return ({ chats }) => {
    const row = chats?.[chat_id];
    if (!chats || !row) return {};
    const changed = change(row);
    return changed === row ? {} : { chats: withEntry(chats, chat_id, changed) };
  };
}

/** Takes rows from the service as they are after `seq` of the person's news. What has come over the line since is newer. */
export function takeRows(rows: readonly ChatRow[], seq = Infinity): Change {
  return (state) => {
    if (rows.length === 0) return {};
    const settings = ({ chat: { id }, settings: listed }: ChatRow) =>
      seq < heardUpTo(state, id) ? (state.chats?.[id]?.settings ?? listed) : listed;
    // Copied once, however many rows there are.
    const counted = { ...state.counted };
    for (const row of rows) counted[row.chat.id] = toldOf(state, row);
    const now = { ...state, counted };
    const chats = { ...state.chats };
    for (const row of rows) chats[row.chat.id] = merged(now, { ...row, settings: settings(row) });
    return { counted, chats };
  };
}

/** The list of a person without chats has come. */
export function takeNoRows(): Change {
  return ({ chats }) => (chats ? {} : { chats: {} });
}

/** What was written elsewhere for the chats of a list. */
export function takeDrafts(rows: readonly ChatRow[]): Change {
  return (state) => {
    const take = (now: State, { chat, settings }: ChatRow) => ({ ...now, ...takeDraft(chat.id, settings.draft)(now) });
    const written = rows.filter(({ chat, settings }) => settings.draft ?? state.drafts[chat.id]);
    return { drafts: written.reduce(take, state).drafts };
  };
}

/** Takes what the person set for a chat, here or on another screen; `seq` is the number of the news that tell it. */
export function takeSettings(chat_id: number, settings: ChatSettings, seq: number): Change {
  return (state) => ({
    ...changeChat(chat_id, (row) => ({ ...row, settings }))(state),
    ...hearDraft(chat_id, { seq, draft: settings.draft })(state),
  });
}

/** Takes one row: of a chat just opened, joined or made. */
export function addChat(row: ChatRow): Change {
  return takeRows([row]);
}

/** What the service told last of how much is unread: with this row, or since. */
function toldOf(state: State, row: ChatRow): Counted {
  const before = state.chats?.[row.chat.id];
  return before && before.seq > row.seq ? countedOf(state, before) : countedIn(row);
}

/** A chat that is held stays where it is followed to; the events in between are fetched. */
function merged(state: State, row: ChatRow): ChatRow {
  return recounted(state, followed(state, row));
}

function followed({ chats, histories }: State, row: ChatRow): ChatRow {
  const before = chats?.[row.chat.id];
  if (!before) return row;
  // What was just read here, the service may not have heard of yet.
  const read_up_to = Math.max(before.read_up_to, row.read_up_to);
  if (before.seq <= row.seq) return { ...row, read_up_to, seq: histories[row.chat.id] ? before.seq : row.seq };
  const { seq, last_message } = before;
  const { delivered_up_to, others_read_up_to, others_delivered_up_to } = before;
  const pointers = { read_up_to, delivered_up_to, others_read_up_to, others_delivered_up_to };
  return defined({ ...row, seq, last_message, ...pointers });
}

/** The row without fields that are there but empty. */
function defined(row: { readonly [K in keyof ChatRow]: ChatRow[K] | undefined }): ChatRow {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as ChatRow;
}

/** Drops chats that the person is in no longer. */
export function removeChats(chat_ids: readonly number[]): Change {
  return (state) => {
    if (chat_ids.length === 0) return {};
    const chats = { ...state.chats };
    const histories = { ...state.histories };
    for (const id of chat_ids) {
      delete chats[id];
      delete histories[id];
    }
    return { chats, histories };
  };
}

/** A message that is the chat's newest, or a new form of the one that is. */
export function showLast(chat_id: number, message: Message): Change {
  return changeChat(chat_id, (row) =>
    (row.last_message?.message_id ?? 0) <= message.message_id ? { ...row, last_message: message } : row,
  );
}

/** What changed about a chat itself. */
export function describeChat(chat_id: number, info: ChatFullInfo): Change {
  return changeChat(chat_id, (row) => {
    const { id, type, title, first_name, last_name, username, photo } = info;
    const chat = { id, type, title, first_name, last_name, username };
    const named = Object.fromEntries(Object.entries(chat).filter(([, value]) => value !== undefined));
    const { photo: _before, ...rest } = row;
    return { ...rest, chat: named as unknown as ChatRow["chat"], ...(photo ? { photo } : {}) };
  });
}

/** What is pinned in a chat is to be read anew. */
export function changePins(chat_id: number, seq: number): Change {
  return ({ pins }) => ({ pins: { ...pins, [chat_id]: seq } });
}
