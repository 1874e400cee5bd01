/** reopenForumTopic: reopens a topic. */
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { applyTopicChange, CHANGE_TOPIC_REFUSALS, requireManagedTopic, topicId } from "../messages/topics.ts";

export const reopenForumTopic = botMethod({
  name: "reopenForumTopic",
  summary: "Reopens a closed topic.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId(), message_thread_id: topicId() },
  refusals: CHANGE_TOPIC_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, message_thread_id: 12 }, result: true },
  async run(call, params) {
    // As in Telegram, topics of private chats are not closed.
    if (!call.chat.is_forum) return call.fail("NOT_A_FORUM");
    const topic = await requireManagedTopic(call, params.message_thread_id);
    return applyTopicChange(call, topic, { is_closed: false }, { kind: "forum_topic_reopened" });
  },
});
