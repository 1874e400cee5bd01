/** Topics of a chat: their fields, and who may create, change and write in them (behaviour.md §4). */
import type { Chat } from "./chats.ts";
import { abilityRefusal } from "./members/abilities.ts";
import type { Member } from "./members/member.ts";
import type { MemberRefusal } from "./members/refusals.ts";

/** The thread id of the topic General, which every forum has. */
export const GENERAL_THREAD_ID = 1;
export const GENERAL_NAME = "General";

export interface Topic {
  readonly chat_id: number;
  /** The id of the service message that created the topic; `GENERAL_THREAD_ID` for General. */
  readonly thread_id: number;
  readonly name: string;
  /** An RGB colour. */
  readonly icon_color: number;
  readonly icon_custom_emoji_id: string | null;
  /** `null` for General. */
  readonly creator_id: number | null;
  readonly created_at: number;
  readonly is_closed: boolean;
  readonly is_hidden: boolean;
  /** Of General: up to this message id, messages without a topic are in it. */
  readonly plain_up_to: number;
}

/** Whether messages of the chat can be in topics: in forums, and in private chats. */
export function mayHaveTopics({ type, is_forum }: Pick<Chat, "type" | "is_forum">): boolean {
  return is_forum || type === "private";
}

/** The topic of a message as others see it; `undefined` outside of topics and in General. */
export function shownThread(chat: Pick<Chat, "type" | "is_forum">, thread_id: number | null): number | undefined {
  return thread_id !== null && thread_id !== GENERAL_THREAD_ID && mayHaveTopics(chat) ? thread_id : undefined;
}

/** Why the member may not edit, close and reopen the topic; null if they may. Its creator may. */
export function managingRefusal(
  member: Member,
  topic: Pick<Topic, "creator_id">,
  chat: Pick<Chat, "type" | "permissions">,
  now_s: number,
): MemberRefusal | null {
  const refusal = abilityRefusal(member, "manage_topics", chat, now_s);
  return refusal === "CANT_MANAGE_TOPICS" && topic.creator_id === member.account_id ? null : refusal;
}

/** Whether the member may write in the topic: in a closed one only those who may reopen it. */
export function maySendInTopic(
  member: Member,
  topic: Pick<Topic, "creator_id" | "is_closed">,
  chat: Pick<Chat, "type" | "permissions">,
  now_s: number,
): boolean {
  return !topic.is_closed || managingRefusal(member, topic, chat, now_s) === null;
}
