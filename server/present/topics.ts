/** Presents topics to people: in events, and with the person's own state in lists. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Chat } from "../domain/chats.ts";
import type { Member } from "../domain/members/member.ts";
import { managingRefusal, maySendInTopic, type Topic } from "../domain/topics.ts";
import { messagesAt } from "../store/queries/messages/messages.ts";
import { topicsOf, type ListedTopic } from "../store/queries/messages/topic-list.ts";
import { findTopic, isInTopic } from "../store/queries/messages/topics.ts";
import { presentDraft } from "./chat-settings.ts";
import { presentMessage } from "./messages.ts";
import { preloadReferences } from "./references.ts";
import type { ViewerContext } from "./viewer-context.ts";

const NOTHING_UNREAD = { unread_count: 0, unread_mentions: 0 };

/** A topic as the bot API has it. */
export function presentForumTopic(topic: Topic): Wire.ForumTopic {
  return { message_thread_id: topic.thread_id, ...presentLook(topic) };
}

function presentTopic(topic: Topic): Wire.Topic {
  const shown: Wire.Topic = { message_thread_id: topic.thread_id, ...presentLook(topic), date: topic.created_at };
  if (topic.is_closed) shown.is_closed = true;
  if (topic.is_hidden) shown.is_hidden = true;
  if (topic.creator_id !== null) shown.creator_id = topic.creator_id;
  return shown;
}

function presentLook({ name, icon_color, icon_custom_emoji_id }: Topic) {
  return { name, icon_color, ...(icon_custom_emoji_id === null ? {} : { icon_custom_emoji_id }) };
}

/** The content of an event about a topic: without `topic` if it was deleted. */
export async function presentTopicEvent(
  context: ViewerContext,
  chat: Chat,
  message_thread_id: number,
): Promise<{ readonly message_thread_id: number; readonly topic?: Wire.Topic }> {
  const topic = await findTopic(context.tx, chat.id, message_thread_id);
  return { message_thread_id, ...(topic ? { topic: presentTopic(topic) } : {}) };
}

/** The person's own pointer, counts, settings and draft of a topic; `undefined` if it was deleted. */
export async function presentTopicState(context: ViewerContext, chat: Chat, thread_id: number, now_s: number) {
  const [listed] = await topicsOf(context.tx, context.viewer.id, chat.id, [thread_id]);
  return listed && stateOf(context, chat, listed, now_s);
}

async function stateOf(context: ViewerContext, chat: Chat, listed: ListedTopic, now_s: number) {
  const { read_up_to, unread_count, unread_mentions, muted_until, draft } = listed;
  return {
    read_up_to,
    unread_count,
    unread_mentions,
    ...(muted_until > now_s ? { muted_until } : {}),
    ...(draft ? { draft: await presentDraft(context, chat, draft) } : {}),
  };
}

/** Rows of the person's list of topics. Somebody who is not in the chat has nothing unread. */
export async function presentTopicRows(
  context: ViewerContext,
  chat: Chat,
  member: Member,
  topics: readonly ListedTopic[],
  now_s: number,
): Promise<Wire.TopicRow[]> {
  const sent = await messagesAt(
    context.tx,
    topics
      .flatMap(({ position, draft }) => [position, draft?.reply_to ?? []].flat())
      .map((id) => [chat.id, id] as const),
  );
  const messages = new Map(sent.map(({ message }) => [message.message_id, message]));
  await preloadReferences(context, chat, [...messages.values()]);
  const rows: Wire.TopicRow[] = [];
  for (const listed of topics) {
    const { topic, position } = listed;
    const last = messages.get(position);
    const isLast = last !== undefined && isInTopic(last, topic.thread_id);
    rows.push({
      topic: presentTopic(topic),
      position,
      ...(isLast ? { last_message: await presentMessage(context, chat, last, false) } : {}),
      ...(await stateOf(context, chat, member.is_member ? listed : { ...listed, ...NOTHING_UNREAD }, now_s)),
      can_manage: managingRefusal(member, topic, chat, now_s),
      can_send: maySendInTopic(member, topic, chat, now_s) ? null : "TOPIC_CLOSED",
    });
  }
  return rows;
}
