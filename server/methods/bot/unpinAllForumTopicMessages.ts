/** unpinAllForumTopicMessages: unpins all messages of a topic. */
import { unpinTopicMessages } from "../../app/messages/pin.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { requireTopic, TOPIC_REFUSALS, topicId } from "../messages/topics.ts";

export const unpinAllForumTopicMessages = botMethod({
  name: "unpinAllForumTopicMessages",
  summary: "Unpins all messages of a topic.",
  effect: "write",
  access: { scope: "chat", rank: "member", ability: "pin_messages" },
  fields: { chat_id: chatId(), message_thread_id: topicId() },
  refusals: TOPIC_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, message_thread_id: 12 }, result: true },
  async run(call, params) {
    const { thread_id } = await requireTopic(call, params.message_thread_id);
    await unpinTopicMessages(call.tx, call.chat, thread_id);
    return true;
  },
});
