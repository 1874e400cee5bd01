/** muteTopic: mutes the notifications of a topic, until a time or forever. */
import { muteTopic as mute } from "../../app/topics/own-topics.ts";
import { FOREVER_S } from "../../domain/chat-settings.ts";
import { chatId, described, optional, unixTime } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { requireTopic, TOPIC_REFUSALS, topicId } from "../messages/topics.ts";

export const muteTopic = userMethod({
  name: "muteTopic",
  summary: "Mutes the notifications of a topic, until a time or forever.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_thread_id: topicId(),
    until_date: described(optional(unixTime()), "Unix seconds; left out: for good."),
  },
  refusals: TOPIC_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, message_thread_id: 12 }, result: true },
  async run(call, params) {
    const { thread_id } = await requireTopic(call, params.message_thread_id);
    await mute(call.tx, call.chat, call.actor, thread_id, params.until_date ?? FOREVER_S);
    return true;
  },
});
