/** The list of a chat's topics, as a person sees it. */
import { Message } from "./messages.ts";
import { reason } from "./parts.ts";
import { SavedDraft } from "./people.ts";
import { int, named, note, object, optional, time, type TypeOf } from "./schema.ts";
import { Topic } from "./topics.ts";

/** A person's read pointer, unread counts, settings and draft of a topic. */
export const TOPIC_STATE = {
  read_up_to: note(int, "The newest message that the person has read in the topic."),
  unread_count: note(int, "The number of unread messages of others, at most 1000."),
  unread_mentions: note(int, "The number of unread messages that mention the person."),
  muted_until: optional(time, "Present while the topic is muted; 2147483647 means forever."),
  draft: optional(SavedDraft),
};

export const TopicRow = named(
  "TopicRow",
  object({
    topic: Topic,
    position: note(int, "The id of the newest message, or of the message that created the topic. It orders the list."),
    last_message: optional(Message, "Absent if the topic has no message."),
    ...TOPIC_STATE,
    can_manage: note(reason, "The refusal of editing, closing and reopening the topic, or null."),
    can_send: note(reason, "`TOPIC_CLOSED`, or null. Whether the person may send at all is in `can` of the chat."),
  }),
);
export interface TopicRow extends TypeOf<typeof TopicRow> {}
