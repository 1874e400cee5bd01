/** Updates of the loaded histories of chats, of which only the most recently opened ones are kept. */
import type { Message } from "@heliogram/shared/wire.ts";
import { withMessage, withoutMessage, type History } from "../model/messages/history.ts";
import { partKey } from "../model/messages/outgoing.ts";
import { withEntry } from "./records.ts";
import type { Change, ReadingPlace, State } from "./state.ts";

/** The most chats whose histories stay loaded, so that the memory does not grow with every chat that is opened. */
export const MAX_LOADED_CHATS = 30;

/**
 * Sets the history of a chat. Beyond the limit, the histories of the least recently opened chats are dropped; opening
 * them again loads them. Drafts and outgoing messages are stored apart from histories and stay.
 */
export function setHistory(chat_id: number, history: History): Change {
  return (state) => ({ histories: withoutOldest({ ...state.histories, [chat_id]: history }, state, chat_id) });
}

/** Records that a chat was opened: its history is dropped after those of chats that were opened before it. */
export function markOpened(chat_id: number): Change {
  return ({ opened_chats }) => ({
    opened_chats: [...opened_chats.filter((id) => id !== chat_id), chat_id].slice(-MAX_LOADED_CHATS),
  });
}

/** Remembers where a chat is left, for the chats that were opened last. */
export function setReadingPlace(chat_id: number, place: ReadingPlace | undefined): Change {
  return ({ reading_places, opened_chats }) => {
    const places = opened_chats.flatMap((id) => {
      const known = id === chat_id ? place : reading_places[id];
      return known ? [[id, known] as const] : [];
    });
    return { reading_places: Object.fromEntries(places) };
  };
}

/** Sets the chat whose messages the media player plays in turn. */
export function setPlayingChat(chat_id: number | undefined): Change {
  return ({ playing_chat_id }) => (playing_chat_id === chat_id ? {} : { playing_chat_id: chat_id });
}

/** Never drops the chat that is set, the open one, the one whose end is followed, or the one that is played. */
function withoutOldest(
  histories: State["histories"],
  { opened_chats, followed_chat_id, playing_chat_id }: State,
  chat_id: number,
): State["histories"] {
  const excess = Object.keys(histories).length - MAX_LOADED_CHATS;
  if (excess <= 0) return histories;
  const needed = [chat_id, opened_chats.at(-1), followed_chat_id, playing_chat_id];
  // Chats that were restored from the offline snapshot and never opened come first.
  const dropped = Object.keys(histories)
    .map(Number)
    .filter((id) => !needed.includes(id))
    .sort((a, b) => opened_chats.indexOf(a) - opened_chats.indexOf(b))
    .slice(0, excess);
  return Object.fromEntries(Object.entries(histories).filter(([id]) => !dropped.includes(Number(id))));
}

/** Drops a history; it is loaded again when it is opened. */
export function dropHistory(chat_id: number): Change {
  return ({ histories }) => {
    const { [chat_id]: _, ...rest } = histories;
    return { histories: rest };
  };
}

/** Changes a history, if it is loaded. */
export function updateHistory(chat_id: number, change: (history: History) => History): Change {
  return ({ histories }) => {
    const history = histories[chat_id];
    if (!history) return {};
    const changed = change(history);
    return changed === history ? {} : { histories: withEntry(histories, chat_id, changed) };
  };
}

/** Adds or updates a message, and removes its outgoing message. */
export function putMessage(chat_id: number, message: Message): Change {
  return (state) => ({
    ...updateHistory(chat_id, (history) => withMessage(history, message, state.followed_chat_id === chat_id))(state),
    ...withoutArrived(state, message),
  });
}

/** An album has arrived with the last of its messages. */
function withoutArrived({ outbox }: State, { client_key }: Message): Partial<State> {
  const waiting = outbox.filter(({ key, files }) => partKey(key, (files?.length ?? 1) - 1) !== client_key);
  return waiting.length < outbox.length ? { outbox: waiting } : {};
}

export function removeMessage(chat_id: number, message_id: number): Change {
  return updateHistory(chat_id, (history) => withoutMessage(history, message_id));
}
