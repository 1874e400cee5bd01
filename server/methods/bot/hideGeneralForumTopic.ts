/** hideGeneralForumTopic: hides the topic General, and closes it. */
import { generalTopicMethod } from "./general-topic-method.ts";

export const hideGeneralForumTopic = generalTopicMethod({
  name: "hideGeneralForumTopic",
  summary: "Hides the topic General, and closes it.",
  change: { is_hidden: true, is_closed: true },
  service: { kind: "general_forum_topic_hidden" },
});
