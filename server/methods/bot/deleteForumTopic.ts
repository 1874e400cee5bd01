/** deleteForumTopic: deletes a topic and its messages. */
import { clearDeletedTopics, deleteTopic } from "../../app/topics/delete-topic.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { isGeneral, requireTopic, TOPIC_REFUSALS, topicId } from "../messages/topics.ts";

/** Pages of messages that are deleted before the response. Maintenance deletes the rest. */
const PAGES_BEFORE_RESPONSE = 50;

export const deleteForumTopic = botMethod({
  name: "deleteForumTopic",
  summary: "Deletes a topic with all its messages.",
  effect: "write",
  access: { scope: "chat", rank: "member", ability: "delete_messages" },
  fields: { chat_id: chatId(), message_thread_id: topicId() },
  refusals: [...TOPIC_REFUSALS, "TOPIC_IS_GENERAL"],
  example: { request: { chat_id: -1_000_000_000_001, message_thread_id: 12 }, result: true },
  async run(call, params) {
    const topic = await requireTopic(call, params.message_thread_id);
    if (isGeneral(topic)) return call.fail("TOPIC_IS_GENERAL");
    await deleteTopic(call.tx, call.chat, topic.thread_id);
    return true;
  },
  after: async ({ db }) => {
    await clearDeletedTopics(db, PAGES_BEFORE_RESPONSE);
  },
});
