/** unhideGeneralForumTopic: shows the topic General again. It stays closed. */
import { generalTopicMethod } from "./general-topic-method.ts";

export const unhideGeneralForumTopic = generalTopicMethod({
  name: "unhideGeneralForumTopic",
  summary: "Shows the topic General again. It stays closed.",
  change: { is_hidden: false },
  service: { kind: "general_forum_topic_unhidden" },
});
