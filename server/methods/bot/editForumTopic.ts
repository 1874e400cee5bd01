/** editForumTopic: changes the name or the icon of a topic. */
import { chatId, described, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import {
  applyTopicChange,
  CHANGE_TOPIC_REFUSALS,
  iconEmoji,
  isGeneral,
  readTopicName,
  requireManagedTopic,
  topicId,
  topicName,
} from "../messages/topics.ts";

export const editForumTopic = botMethod({
  name: "editForumTopic",
  summary: "Changes the name and the icon of a topic.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_thread_id: topicId(),
    name: described(optional(topicName()), "1 to 128 characters; left out or empty, the name stays."),
    icon_custom_emoji_id: described(
      optional(iconEmoji()),
      "An id of getForumTopicIconStickers; empty removes the icon, left out, it stays.",
    ),
  },
  refusals: [...CHANGE_TOPIC_REFUSALS, "TOPIC_IS_GENERAL"],
  example: { request: { chat_id: -1_000_000_000_001, message_thread_id: 12, name: "Release 2" }, result: true },
  prepare: ({ params }) => (params.name === undefined ? undefined : readTopicName(params.name)),
  async run(call, params, name) {
    const topic = await requireManagedTopic(call, params.message_thread_id);
    const icon = params.icon_custom_emoji_id;
    if (isGeneral(topic) && icon !== undefined) return call.fail("TOPIC_IS_GENERAL");
    const renamed = name === undefined || name === topic.name ? {} : { name };
    const isIconNew = icon !== undefined && (icon || null) !== topic.icon_custom_emoji_id;
    const change = { ...renamed, ...(isIconNew ? { icon_custom_emoji_id: icon || null } : {}) };
    const edited = { ...renamed, ...(isIconNew ? { icon_custom_emoji_id: icon } : {}) };
    return applyTopicChange(call, topic, change, { kind: "forum_topic_edited", ...edited });
  },
});
