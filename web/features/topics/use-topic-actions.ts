/** What a person does with a topic. General has methods of its own. */
import { useClient } from "../../core/client/context.tsx";
import { GENERAL } from "../../core/model/chats/place.ts";
import { setTopicReadUpTo } from "../../core/store/topics.ts";
import type { TopicRow } from "../../core/store/state.ts";

/** Each action throws what its call throws. */
export function useTopicActions(chat_id: number, { topic, position }: Pick<TopicRow, "topic" | "position">) {
  const { api, store, ports } = useClient();
  const { message_thread_id } = topic;
  const place = { chat_id, message_thread_id };
  const isGeneral = message_thread_id === GENERAL;
  return {
    async markRead() {
      await api.call("readMessages", { ...place, message_id: position });
      store.setState(setTopicReadUpTo(chat_id, message_thread_id, position));
    },
    /** @param for_s - without it, for good */
    async mute(for_s?: number) {
      const until = for_s === undefined ? {} : { until_date: Math.floor(ports.clock.now_ms() / 1000) + for_s };
      await api.call("muteTopic", { ...place, ...until });
    },
    unmute: () => api.call("unmuteTopic", place),
    close: () => (isGeneral ? api.call("closeGeneralForumTopic", { chat_id }) : api.call("closeForumTopic", place)),
    reopen: () => (isGeneral ? api.call("reopenGeneralForumTopic", { chat_id }) : api.call("reopenForumTopic", place)),
    hide: () => api.call("hideGeneralForumTopic", { chat_id }),
    unhide: () => api.call("unhideGeneralForumTopic", { chat_id }),
    remove: () => api.call("deleteForumTopic", place),
  };
}
