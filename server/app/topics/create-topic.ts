/** Creates a topic, by the service message that opens it. */
import { MAX_TOPICS } from "@heliogram/shared/topics.ts";
import type { Chat } from "../../domain/chats.ts";
import { GENERAL_THREAD_ID, newGeneral, type Topic } from "../../domain/topics.ts";
import type { Tx } from "../../store/db.ts";
import { countTopics, saveTopic } from "../../store/queries/messages/topics.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import type { AppContext } from "../app-context.ts";
import { post, type Sender } from "../messages/post.ts";
import { appendTopicEvent } from "./topic-event.ts";

export type NewTopic = Pick<Topic, "name" | "icon_color" | "icon_custom_emoji_id">;

/** The caller has checked the rights. @returns the topic, or `undefined` if the chat has as many as it may have */
export async function createTopic(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  { name, icon_color, icon_custom_emoji_id }: NewTopic,
  now_s: number,
): Promise<Topic | undefined> {
  const count = await countTopics(tx, chat.id);
  if (count >= MAX_TOPICS) return undefined;
  // In a private chat, all that is sent without a topic is in General.
  if (count === 0 && chat.type === "private") {
    await saveTopic(tx, { ...newGeneral(chat.id, now_s), plain_up_to: Number.MAX_SAFE_INTEGER });
    // The first message of a chat would have the id of General.
    if ((await lastMessageId(tx, chat.id)) < GENERAL_THREAD_ID) await tx.allocateMessageIds(chat.id, 1, now_s);
  }
  const icon = icon_custom_emoji_id === null ? undefined : { icon_custom_emoji_id };
  const service = { kind: "forum_topic_created", name, icon_color, ...icon } as const;
  const opening = { text: "", reply_to: null, content: { service }, opens_topic: true } as const;
  const [message] = await post(tx, app, chat, by, [opening], now_s);
  const topic: Topic = {
    chat_id: chat.id,
    thread_id: message!.message_id,
    name,
    icon_color,
    icon_custom_emoji_id,
    creator_id: by.account.id,
    created_at: now_s,
    is_closed: false,
    is_hidden: false,
    plain_up_to: 0,
  };
  await saveTopic(tx, topic);
  appendTopicEvent(tx, topic);
  return topic;
}
