/** Updates of the loaded histories of chats, of which only the most recently opened ones are kept. */
import type { Message } from "@heliogram/shared/wire.ts";
import { chatIdOf, placeOfKey, threadOf, topicPlace, withoutChat, type Place } from "../model/chats/place.ts";
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
export function setHistory(place: Place, history: History): Change {
  return (state) => ({ histories: withoutOldest({ ...state.histories, [place]: history }, state, place) });
}

/** Records that a chat was opened: its history is dropped after those of chats that were opened before it. */
export function markOpened(place: Place): Change {
  return ({ opened_places }) => ({
    opened_places: [...opened_places.filter((each) => each !== place), place].slice(-MAX_LOADED_CHATS),
  });
}

/** Remembers where a chat is left, for the chats that were opened last. */
export function setReadingPlace(place: Place, left: ReadingPlace | undefined): Change {
  return ({ reading_places, opened_places }) => {
    const places = opened_places.flatMap((each) => {
      const known = each === place ? left : reading_places[each];
      return known ? [[each, known] as const] : [];
    });
    return { reading_places: Object.fromEntries(places) };
  };
}

/** Sets the chat whose messages the media player plays in turn. */
export function setPlayingChat(chat_id: number | undefined): Change {
  return ({ playing_chat_id }) => (playing_chat_id === chat_id ? {} : { playing_chat_id: chat_id });
}

/** Never drops the place that is set, the open one, the one whose end is followed, or those of the chat that is played. */
function withoutOldest(
  histories: State["histories"],
  { opened_places, followed, playing_chat_id }: State,
  place: Place,
): State["histories"] {
  const excess = Object.keys(histories).length - MAX_LOADED_CHATS;
  if (excess <= 0) return histories;
  const needed = [place, opened_places.at(-1), followed];
  // Chats that were restored from the offline snapshot and never opened come first.
  const dropped = Object.keys(histories)
    .map(placeOfKey)
    .filter((each) => !needed.includes(each) && chatIdOf(each) !== playing_chat_id)
    .sort((a, b) => opened_places.indexOf(a) - opened_places.indexOf(b))
    .slice(0, excess);
  return Object.fromEntries(Object.entries(histories).filter(([key]) => !dropped.includes(placeOfKey(key))));
}

/** Drops a history; it is loaded again when it is opened. */
export function dropHistory(place: Place): Change {
  return ({ histories }) => {
    const { [place]: _, ...rest } = histories;
    return { histories: rest };
  };
}

/** Drops the histories of a chat and of its topics. */
export function dropHistoriesOf(chat_id: number): Change {
  return ({ histories }) => ({ histories: withoutChat(histories, chat_id) });
}

/** Changes a history, if it is loaded. */
export function updateHistory(place: Place, change: (history: History) => History): Change {
  return ({ histories }) => {
    const history = histories[place];
    if (!history) return {};
    const changed = change(history);
    return changed === history ? {} : { histories: withEntry(histories, place, changed) };
  };
}

/** Changes the loaded histories of a chat and of its topics. */
export function updateHistoriesOf(chat_id: number, change: (history: History) => History): Change {
  return ({ histories }) => {
    let changed = histories;
    for (const key of Object.keys(histories)) {
      const place = placeOfKey(key);
      if (chatIdOf(place) !== chat_id) continue;
      const history = change(changed[place]!);
      if (history !== changed[place]) changed = withEntry(changed, place, history);
    }
    return changed === histories ? {} : { histories: changed };
  };
}

/** A loaded message of a chat. */
export function loadedMessage(
  { histories }: Pick<State, "histories">,
  chat_id: number,
  id: number,
): Message | undefined {
  for (const [key, { messages }] of Object.entries(histories)) {
    if (chatIdOf(placeOfKey(key)) !== chat_id) continue;
    const found = messages.find(({ message_id }) => message_id === id);
    if (found) return found;
  }
  return undefined;
}

/** Adds or updates a message in the chat and in its topic, and removes its outgoing message. */
export function putMessage(chat_id: number, message: Message): Change {
  const put = (place: Place) => (state: State) =>
    updateHistory(place, (history) => withMessage(history, message, state.followed === place))(state);
  return (state) => {
    const inChat = put(chat_id)(state);
    const inTopic = put(topicPlace(chat_id, threadOf(message)))({ ...state, ...inChat });
    return { ...inChat, ...inTopic, ...withoutArrived(state, message) };
  };
}

/** An album has arrived with the last of its messages. */
function withoutArrived({ outbox }: State, { client_key }: Message): Partial<State> {
  const waiting = outbox.filter(({ key, files }) => partKey(key, (files?.length ?? 1) - 1) !== client_key);
  return waiting.length < outbox.length ? { outbox: waiting } : {};
}

/** Removes a message from the chat and from its topic, whichever that is. */
export function removeMessage(chat_id: number, message_id: number): Change {
  return updateHistoriesOf(chat_id, (history) => withoutMessage(history, message_id));
}
