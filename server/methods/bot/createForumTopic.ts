/** createForumTopic: creates a topic in a forum. */
import { TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import { createTopic } from "../../app/topics/create-topic.ts";
import { creatingRefusal } from "../../domain/topics.ts";
import { presentForumTopic } from "../../present/topics.ts";
import { chatId, missing, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { botOfChat } from "../messages/bot-of-chat.ts";
import { iconColor, iconEmoji, readTopicName, topicName } from "../messages/topics.ts";

export const createForumTopic = botMethod({
  name: "createForumTopic",
  summary: "Creates a topic in a group with topics, or in a private chat with a bot that has them enabled.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    chat_id: chatId(),
    name: missing(topicName(), "topic name must be non-empty"),
    icon_color: optional(iconColor()),
    icon_custom_emoji_id: optional(iconEmoji()),
  },
  result: schemas.ForumTopic,
  refusals: ["NOT_A_FORUM", "CANT_CREATE_TOPICS", "TOO_MANY_TOPICS"],
  example: {
    request: { chat_id: -1_000_000_000_001, name: "Release" },
    result: { message_thread_id: 12, name: "Release", icon_color: TOPIC_COLORS[0] },
  },
  prepare: ({ params }) => readTopicName(params.name),
  async run({ tx, deps, chat, actor, member, now, fail }, params, name) {
    const refusal = creatingRefusal(member, chat, await botOfChat(tx, chat, actor), now);
    if (refusal !== null) return fail(refusal);
    const icon_color = params.icon_color ?? TOPIC_COLORS[0];
    // Empty means none.
    const icon_custom_emoji_id = params.icon_custom_emoji_id || null;
    const wanted = { name, icon_color, icon_custom_emoji_id };
    const topic = await createTopic(tx, deps.app, chat, { account: actor, member }, wanted, now);
    return topic ? presentForumTopic(topic) : fail("TOO_MANY_TOPICS");
  },
});
