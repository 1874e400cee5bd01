/** closeGeneralForumTopic: closes the topic General. */
import { generalTopicMethod } from "./general-topic-method.ts";

export const closeGeneralForumTopic = generalTopicMethod({
  name: "closeGeneralForumTopic",
  summary: "Closes the topic General.",
  change: { is_closed: true },
  service: { kind: "forum_topic_closed" },
});
