/** Applies the events of a chat to its topics that are loaded. */
import type { ChatEvent } from "@heliogram/shared/wire.ts";
import { GENERAL, threadOf } from "../model/chats/place.ts";
import { putInTopic, removeTopic } from "../store/topics.ts";
import type { ChatTopics, State, Store } from "../store/state.ts";

/**
 * Applies an event whose message is in the state already.
 * @returns the topics whose rows the event does not contain and that must be loaded again
 */
export function applyToTopics(store: Store, chat_id: number, event: ChatEvent): readonly number[] | "all" | undefined {
  const topics = store.getState().topics[chat_id];
  if (!topics) return undefined;
  switch (event.kind) {
    case "message":
    case "edit": {
      const { message } = event;
      if (!message) return undefined;
      const thread_id = threadOf(message);
      if (thread_id === GENERAL && lacksGeneral(topics)) return undefined;
      if (!(thread_id in topics.rows)) return event.kind === "message" ? [thread_id] : undefined;
      store.setState(putInTopic(chat_id, message, event.unread_mentions !== undefined));
      return undefined;
    }
    case "delete":
      return topicsOfDeleted(topics, [event.message_id]);
    case "deletions":
      return topicsOfDeleted(topics, event.message_ids);
    case "topic":
      if (event.topic) return lacksGeneral(topics) ? "all" : [event.message_thread_id];
      store.setState(removeTopic(chat_id, event.message_thread_id));
      return undefined;
    case "read":
      return event.user_id === ownId(store.getState()) ? unreadBefore(topics, event.read_up_to) : undefined;
    case "member":
      return event.member?.user.id === ownId(store.getState()) ? "all" : undefined;
    case "chat":
      return "all";
    default:
      return undefined;
  }
}

/** The chat with a bot has General with its first topic. */
function lacksGeneral({ rows, isComplete }: ChatTopics): boolean {
  return isComplete && !(GENERAL in rows);
}

/** The person has read the whole chat up to a message: the topics with older messages that are unread here. */
export function unreadBefore({ rows }: ChatTopics, read_up_to: number): readonly number[] | undefined {
  const stale = Object.values(rows).filter((row) => row.unread_count > 0 && row.read_up_to < read_up_to);
  return stale.length === 0 ? undefined : stale.map(({ topic }) => topic.message_thread_id);
}

/** The event of a deleted message does not name its topic: those of which it may be the last message, or unread. */
function topicsOfDeleted({ rows }: ChatTopics, deleted: readonly number[]): readonly number[] {
  return Object.values(rows)
    .filter(({ last_message, unread_count, read_up_to, position }) =>
      deleted.some((id) => last_message?.message_id === id || (unread_count > 0 && id > read_up_to && id <= position)),
    )
    .map(({ topic }) => topic.message_thread_id);
}

function ownId({ me }: State): number | undefined {
  return me?.user.id;
}
