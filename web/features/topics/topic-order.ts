/** The order of topics: General first, then by their newest message. */
import { GENERAL } from "../../core/model/chats/place.ts";
import type { ChatTopics, TopicRow } from "../../core/store/state.ts";

export function topicsInOrder({ rows }: ChatTopics): readonly TopicRow[] {
  const isGeneral = ({ topic }: TopicRow) => (topic.message_thread_id === GENERAL ? 1 : 0);
  return Object.values(rows)
    .filter(isShown)
    .sort((a, b) => isGeneral(b) - isGeneral(a) || b.position - a.position);
}

/** A hidden topic is shown to those who may show it again. */
function isShown({ topic, can_manage }: TopicRow): boolean {
  return topic.is_hidden !== true || can_manage === null;
}
