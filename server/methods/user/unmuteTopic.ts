/** unmuteTopic: unmutes the notifications of a topic. */
import { muteTopic as mute } from "../../app/topics/own-topics.ts";

import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { requireTopic, TOPIC_REFUSALS, topicId } from "../messages/topics.ts";

export const unmuteTopic = userMethod({
  name: "unmuteTopic",
  summary: "Unmutes the notifications of a topic.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_thread_id: topicId(),
  },
  refusals: TOPIC_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, message_thread_id: 12 }, result: true },
  async run(call, params) {
    const { thread_id } = await requireTopic(call, params.message_thread_id);
    await mute(call.tx, call.chat, call.actor, thread_id, 0);
    return true;
  },
});
