/** Topics and reactions, as people of a test name them. */
import type { ReactionType, TopicRow } from "@heliogram/shared/wire.ts";

/** A topic of a group, or of a private chat with a bot. */
export interface TestTopic {
  /** The chat as the person knows it who has created or found the topic. */
  readonly chat_id: number;
  readonly message_thread_id: number;
  readonly name: string;
}

/** A topic, or its `message_thread_id`; 1 is General. */
export type TopicRef = Pick<TestTopic, "message_thread_id"> | number;

const GENERAL = 1;

/** The parameter of methods that send: General is not named. */
export function threadParams(topic: TopicRef | undefined): { readonly message_thread_id?: number } {
  const thread_id = topic === undefined ? GENERAL : threadOf(topic);
  return thread_id === GENERAL ? {} : { message_thread_id: thread_id };
}

export function threadOf(topic: TopicRef): number {
  return typeof topic === "number" ? topic : topic.message_thread_id;
}

/** The chat that a topic names; a number names none. */
export function chatOfTopic(topic: TopicRef | TestTopic | undefined): number | undefined {
  return typeof topic === "object" && "chat_id" in topic ? topic.chat_id : undefined;
}

/** Whether a message with this `message_thread_id` is in the topic. */
export function isInTopic(message_thread_id: number | undefined, topic: TopicRef): boolean {
  return (message_thread_id ?? GENERAL) === threadOf(topic);
}

/** @throws Error with the names that there are */
export function findTopic(chat_id: number, rows: readonly TopicRow[], name: string): TestTopic {
  const topics = rows.map(({ topic }) => testTopic(chat_id, topic));
  const found = topics.find((topic) => topic.name === name);
  if (found) return found;
  throw new Error(`the chat has no topic ${name}; it has ${topics.map((topic) => topic.name).join(", ") || "none"}`);
}

export function testTopic(chat_id: number, { message_thread_id, name }: Omit<TestTopic, "chat_id">): TestTopic {
  return { chat_id, message_thread_id, name };
}

/** The parameter of `setMessageReaction`. */
export function reactionTypes(emoji: string | readonly string[]): ReactionType[] {
  return [emoji].flat().map((each) => ({ type: "emoji", emoji: each }));
}
