/** reopenGeneralForumTopic: reopens the topic General, and shows it if it was hidden. */
import { generalTopicMethod } from "./general-topic-method.ts";

export const reopenGeneralForumTopic = generalTopicMethod({
  name: "reopenGeneralForumTopic",
  summary: "Reopens the topic General, and shows it if it was hidden.",
  change: { is_closed: false, is_hidden: false },
  service: { kind: "forum_topic_reopened" },
});
