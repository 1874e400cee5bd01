/** editGeneralForumTopic: changes the name of the topic General. */
import { GENERAL_THREAD_ID } from "../../domain/topics.ts";
import { chatId, missing } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import {
  applyTopicChange,
  CHANGE_TOPIC_REFUSALS,
  readTopicName,
  requireManagedTopic,
  topicName,
} from "../messages/topics.ts";
import { MANAGES_GENERAL } from "./general-topic-method.ts";

export const editGeneralForumTopic = botMethod({
  name: "editGeneralForumTopic",
  summary: "Changes the name of the topic General.",
  effect: "write",
  access: MANAGES_GENERAL,
  fields: { chat_id: chatId(), name: missing(topicName(), "topic name must be non-empty") },
  refusals: CHANGE_TOPIC_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001, name: "Lobby" }, result: true },
  prepare: ({ params }) => readTopicName(params.name),
  async run(call, _params, name) {
    if (!call.chat.is_forum) return call.fail("NOT_A_FORUM");
    const topic = await requireManagedTopic(call, GENERAL_THREAD_ID);
    return applyTopicChange(call, topic, { name }, { kind: "forum_topic_edited", name });
  },
});
