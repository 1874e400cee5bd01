/** Updates of the topics of chats that are loaded. */
import type { Frame, Message } from "@heliogram/shared/wire.ts";
import { chatIdOf, placeOf, threadIdOf, threadOf, topicPlace, type Place } from "../model/chats/place.ts";
import { countOthers, MAX_COUNTED } from "../model/chats/unread.ts";
import { isOwn } from "../model/rights/message-permissions.ts";
import { forgetDrafts, latestSettingsSeq, receiveDraft } from "./drafts.ts";
import { withEntry } from "./records.ts";
import type { Change, ChatTopics, State, TopicRow } from "./state.ts";

/** How far the person has read a chat or a topic, and what is unread there. */
export type ReadState = Pick<TopicRow, "read_up_to" | "unread_count" | "unread_mentions">;

/** @returns `undefined` for a chat that is not listed, and for a topic that is not loaded */
export function readStateOf(state: State, place: Place): ReadState | undefined {
  const thread_id = threadIdOf(place);
  return thread_id === undefined ? state.chats?.[chatIdOf(place)] : topicOf(state, chatIdOf(place), thread_id);
}

export function topicOf({ topics }: Pick<State, "topics">, chat_id: number, thread_id: number): TopicRow | undefined {
  return topics[chat_id]?.rows[thread_id];
}

/**
 * Merges rows of the server that are current up to account event `seq`. What was read here and not reported yet stays
 * read, and drafts of later events stay.
 */
export function mergeTopics(
  chat_id: number,
  rows: readonly TopicRow[],
  can_create: ChatTopics["can_create"],
  seq = Infinity,
): Change {
  return (state) => {
    const { topics } = state;
    const before = topics[chat_id];
    const merged = { ...before?.rows };
    for (const row of rows) {
      const { message_thread_id: id } = row.topic;
      const isOlder = seq < latestSettingsSeq(state, topicPlace(chat_id, id));
      merged[id] = withLocalReading(isOlder ? withDraft(row, before?.rows[id]?.draft) : row, before);
    }
    return {
      topics: withEntry(topics, chat_id, { rows: merged, isComplete: before?.isComplete ?? false, can_create }),
    };
  };
}

/** All topics were loaded: others are gone, except for newer ones. */
export function completeTopics(chat_id: number, rows: readonly TopicRow[]): Change {
  return (state) => {
    const { topics } = state;
    const before = topics[chat_id];
    if (!before) return {};
    const listed = new Set(rows.map(({ topic }) => topic.message_thread_id));
    const newest = Math.max(0, ...rows.map(({ position }) => position));
    const isKept = (row: TopicRow) => listed.has(row.topic.message_thread_id) || row.position > newest;
    const kept = Object.entries(before.rows).filter(([, row]) => isKept(row));
    const gone = Object.values(before.rows).filter((row) => !isKept(row));
    const places = gone.map(({ topic }) => topicPlace(chat_id, topic.message_thread_id));
    return {
      ...forgetDrafts(places)(state),
      topics: withEntry(topics, chat_id, { ...before, rows: Object.fromEntries(kept), isComplete: true }),
    };
  };
}

function withLocalReading(row: TopicRow, before: ChatTopics | undefined): TopicRow {
  const read_up_to = before?.rows[row.topic.message_thread_id]?.read_up_to ?? 0;
  if (read_up_to <= row.read_up_to) return row;
  return { ...row, read_up_to, ...(row.position <= read_up_to ? { unread_count: 0, unread_mentions: 0 } : {}) };
}

function withDraft(row: TopicRow, draft: TopicRow["draft"]): TopicRow {
  const { draft: _, ...rest } = row;
  return draft ? { ...rest, draft } : rest;
}

/** Changes one topic, if it is loaded. */
export function updateTopic(chat_id: number, thread_id: number, change: (row: TopicRow) => TopicRow): Change {
  return ({ topics }) => {
    const before = topics[chat_id];
    const row = before?.rows[thread_id];
    if (!before || !row) return {};
    const changed = change(row);
    if (changed === row) return {};
    return { topics: withEntry(topics, chat_id, { ...before, rows: { ...before.rows, [thread_id]: changed } }) };
  };
}

/** Removes a topic that was deleted, and what the person was writing there. */
export function removeTopic(chat_id: number, thread_id: number): Change {
  return (state) => {
    const { topics } = state;
    const before = topics[chat_id];
    if (!before) return {};
    const { [thread_id]: _, ...rows } = before.rows;
    return {
      ...forgetDrafts([topicPlace(chat_id, thread_id)])(state),
      topics: withEntry(topics, chat_id, { ...before, rows }),
    };
  };
}

/** A message was sent to a topic or edited there. @param mentions - whether it mentions the person */
export function putInTopic(chat_id: number, message: Message, mentions: boolean): Change {
  const thread_id = threadOf(message);
  const { message_id } = message;
  return (state) =>
    updateTopic(chat_id, thread_id, (row) => {
      if (message_id <= row.position) {
        return row.last_message?.message_id === message_id ? { ...row, last_message: message } : row;
      }
      const isRead =
        isOwn(message, state.me?.user.id) ||
        message_id <= row.read_up_to ||
        state.followed === topicPlace(chat_id, thread_id);
      const unread = {
        unread_count: Math.min(MAX_COUNTED, row.unread_count + 1),
        unread_mentions: row.unread_mentions + (mentions ? 1 : 0),
      };
      return { ...row, position: message_id, last_message: message, ...(isRead ? {} : unread) };
    })(state);
}

/** The person has read a topic up to this message here. */
export function setTopicReadUpTo(chat_id: number, thread_id: number, message_id: number): Change {
  return (state) =>
    updateTopic(chat_id, thread_id, (row) => {
      if (message_id <= row.read_up_to) return row;
      const read = { ...row, read_up_to: message_id };
      if (row.position <= message_id) return { ...read, unread_count: 0, unread_mentions: 0 };
      const history = state.histories[placeOf(chat_id, thread_id)];
      const seen = history ? countOthers(history, row.read_up_to, message_id, state.me?.user.id) : 0;
      return { ...read, unread_count: Math.max(0, row.unread_count - seen) };
    })(state);
}

type TopicState = NonNullable<Extract<Frame, { type: "account"; kind: "topic" }>["topic"]>;

/**
 * The person has read or muted a topic or changed its draft, here or on another screen; `seq` is the account event that
 * says so.
 */
export function setTopicState(chat_id: number, thread_id: number, told: TopicState, seq: number): Change {
  return (state) => ({
    ...updateTopic(chat_id, thread_id, (row) => {
      const { muted_until: _, draft: _before, ...rest } = row;
      const { muted_until, draft } = told;
      const set = { ...(muted_until === undefined ? {} : { muted_until }), ...(draft ? { draft } : {}) };
      // Reads of this screen may be ahead of what the server knew.
      return told.read_up_to < row.read_up_to ? { ...rest, ...set } : { ...rest, ...told };
    })(state),
    ...receiveDraft(topicPlace(chat_id, thread_id), { seq, draft: told.draft })(state),
  });
}

/** Sets whether a chat with topics is shown as the list of these, or as one chat. */
export function setDivided(chat_id: number, divided: boolean): Change {
  return ({ toggled_views: before, chats }) => {
    const next = new Set(before);
    if (divided === (chats?.[chat_id]?.chat.is_forum === true)) next.delete(chat_id);
    else next.add(chat_id);
    return { toggled_views: next };
  };
}
