/** Topics of a chat: their fields, and who may create, change and write in them (behaviour.md §4). */
import { TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import type { Bot } from "./accounts.ts";
import type { Chat } from "./chats.ts";
import { abilityRefusal } from "./members/abilities.ts";
import type { Member } from "./members/member.ts";
import type { MemberRefusal } from "./members/refusals.ts";

/** The thread id of the topic General, which every forum has. */
export const GENERAL_THREAD_ID = 1;
/** The name of General until somebody changes it. */
export const GENERAL_NAME = "General";

/** General of a chat, before anybody has changed it. */
export function newGeneral(chat_id: number, now_s: number): Topic {
  return {
    chat_id,
    thread_id: GENERAL_THREAD_ID,
    name: GENERAL_NAME,
    icon_color: TOPIC_COLORS[0],
    icon_custom_emoji_id: null,
    creator_id: null,
    created_at: now_s,
    is_closed: false,
    is_hidden: false,
    plain_up_to: 0,
  };
}

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

/** Why the member may not create topics in the chat; null if they may. @param bot - in a private chat, the bot of it */
export function creatingRefusal(
  member: Member,
  chat: Pick<Chat, "type" | "permissions" | "is_forum">,
  bot: Pick<Bot, "id" | "topics"> | undefined,
  now_s: number,
): "NOT_A_FORUM" | "CANT_CREATE_TOPICS" | null {
  if (chat.type === "private") {
    if (!bot || bot.topics === "off") return "NOT_A_FORUM";
    return bot.topics === "people" || bot.id === member.account_id ? null : "CANT_CREATE_TOPICS";
  }
  if (!chat.is_forum) return "NOT_A_FORUM";
  return abilityRefusal(member, "create_topics", chat, now_s) === null ? null : "CANT_CREATE_TOPICS";
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
