/** Topics: their rows, their messages, and their pins. */
import { GENERAL_THREAD_ID, type Topic } from "../../../domain/topics.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { MESSAGE, toMessage, type MessageRow } from "./messages.ts";
import { toStored, type StoredMessage } from "./history.ts";
import type { Message } from "../../../domain/messages.ts";

export interface TopicRow extends Omit<Topic, "is_closed" | "is_hidden"> {
  readonly is_closed: number;
  readonly is_hidden: number;
}

const COLUMNS =
  "chat_id, thread_id, name, icon_color, icon_custom_emoji_id, creator_id, created_at, is_closed, is_hidden, plain_up_to";

/** The columns of a topic `t`. */
export const TOPIC = COLUMNS.split(", ")
  .map((column) => `t.${column}`)
  .join(", ");

export function toTopic(row: TopicRow): Topic {
  return {
    chat_id: row.chat_id,
    thread_id: row.thread_id,
    name: row.name,
    icon_color: row.icon_color,
    icon_custom_emoji_id: row.icon_custom_emoji_id,
    creator_id: row.creator_id,
    created_at: row.created_at,
    is_closed: row.is_closed === 1,
    is_hidden: row.is_hidden === 1,
    plain_up_to: row.plain_up_to,
  };
}

const FIND_TOPIC = read<TopicRow>("topic")`
  select ${TOPIC} from topic t where t.chat_id = ? and t.thread_id = ? and t.is_deleted = 0`;

/** A topic that is not deleted. */
export async function findTopic(tx: ReadTx, chat_id: number, thread_id: number): Promise<Topic | undefined> {
  const row = await tx.get(FIND_TOPIC, chat_id, thread_id);
  return row && toTopic(row);
}

const COUNT_TOPICS = read<{ n: number }>("topic")`select count(*) as n from topic where chat_id = ?`;

/** How many topics a chat has, General and those with messages left to delete included. */
export async function countTopics(tx: ReadTx, chat_id: number): Promise<number> {
  const row = await tx.get(COUNT_TOPICS, chat_id);
  return Number(row!.n);
}

const EVERY_TOPIC = read<TopicRow>("topic")`
  select ${TOPIC} from topic t where t.chat_id = ? and t.is_deleted = 0 order by t.thread_id`;

/** The topics of a chat, General and then the oldest first. */
export async function listEveryTopic(tx: ReadTx, chat_id: number): Promise<Topic[]> {
  const rows = await tx.all(EVERY_TOPIC, chat_id);
  return rows.map(toTopic);
}

const SAVE_TOPIC = write("topic")`
  insert into topic (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (chat_id, thread_id) do update set name = excluded.name,
    icon_custom_emoji_id = excluded.icon_custom_emoji_id, is_closed = excluded.is_closed,
    is_hidden = excluded.is_hidden, plain_up_to = excluded.plain_up_to`;

/** Inserts a topic, or saves what can change in one. */
export async function saveTopic(tx: Tx, topic: Topic): Promise<void> {
  await tx.run(
    SAVE_TOPIC,
    topic.chat_id,
    topic.thread_id,
    topic.name,
    topic.icon_color,
    topic.icon_custom_emoji_id,
    topic.creator_id,
    topic.created_at,
    topic.is_closed ? 1 : 0,
    topic.is_hidden ? 1 : 0,
    topic.plain_up_to,
  );
}

const MARK_DELETED = write("topic")`update topic set is_deleted = 1 where chat_id = ? and thread_id = ?`;

/** Marks a topic as deleted. Its messages follow in pages (`messagesOfTopic`). */
export async function markTopicDeleted(tx: Tx, chat_id: number, thread_id: number): Promise<void> {
  await tx.run(MARK_DELETED, chat_id, thread_id);
}

const DELETED_TOPICS = read<{ chat_id: number; thread_id: number }>("topic")`
  select chat_id, thread_id from topic where is_deleted = 1 order by chat_id, thread_id limit ?`;

/** Deleted topics that may still have messages. */
export function deletedTopics(tx: ReadTx, limit: number): Promise<{ chat_id: number; thread_id: number }[]> {
  return tx.all(DELETED_TOPICS, limit);
}

const DELETE_TOPIC = write("topic")`delete from topic where chat_id = ? and thread_id = ?`;
const DELETE_READERS = write("topic_reader")`delete from topic_reader where chat_id = ? and thread_id = ?`;

/** Removes what is left of a deleted topic that has no message. */
export async function removeTopic(tx: Tx, chat_id: number, thread_id: number): Promise<void> {
  await tx.run(DELETE_READERS, chat_id, thread_id);
  await tx.run(DELETE_TOPIC, chat_id, thread_id);
}

const TOPIC_MESSAGES_BEFORE = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and thread_id = ? and message_id < ?
  order by message_id desc limit ?`;
const TOPIC_MESSAGES_AFTER = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and thread_id = ? and message_id > ? order by message_id limit ?`;
const PLAIN_MESSAGES_BEFORE = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and thread_id is null and message_id < ?
  order by message_id desc limit ?`;
const PLAIN_MESSAGES_AFTER = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and thread_id is null and message_id > ? and message_id <= ?
  order by message_id limit ?`;

/** Messages of a topic, any order. At most `limit`. */
export async function messagesOfTopic(
  tx: ReadTx,
  chat_id: number,
  thread_id: number,
  limit: number,
): Promise<Message[]> {
  const rows = await tx.all(TOPIC_MESSAGES_AFTER, chat_id, thread_id, 0, limit);
  return rows.map(toMessage);
}

type Place = Pick<Topic, "chat_id" | "thread_id" | "plain_up_to">;

/** Messages of a topic before `message_id`, the newest first. */
export async function topicMessagesBefore(
  tx: ReadTx,
  { chat_id, thread_id, plain_up_to }: Place,
  message_id: number,
  limit: number,
): Promise<StoredMessage[]> {
  const own = tx.all(TOPIC_MESSAGES_BEFORE, chat_id, thread_id, message_id, limit);
  if (plain_up_to === 0) return (await own).map(toStored);
  const plain = tx.all(PLAIN_MESSAGES_BEFORE, chat_id, Math.min(message_id, plain_up_to + 1), limit);
  const rows = (await Promise.all([own, plain])).flat().sort((a, b) => b.message_id - a.message_id);
  return rows.slice(0, limit).map(toStored);
}

/** Messages of a topic after `message_id`, the oldest first. */
export async function topicMessagesAfter(
  tx: ReadTx,
  { chat_id, thread_id, plain_up_to }: Place,
  message_id: number,
  limit: number,
): Promise<StoredMessage[]> {
  const own = tx.all(TOPIC_MESSAGES_AFTER, chat_id, thread_id, message_id, limit);
  if (plain_up_to <= message_id) return (await own).map(toStored);
  const plain = tx.all(PLAIN_MESSAGES_AFTER, chat_id, message_id, plain_up_to, limit);
  const rows = (await Promise.all([own, plain])).flat().sort((a, b) => a.message_id - b.message_id);
  return rows.slice(0, limit).map(toStored);
}

/** Whether a message is in a topic, by its `thread_id`. General has the messages without one. */
export function isInTopic(message: Pick<Message, "thread_id">, thread_id: number): boolean {
  return (message.thread_id ?? GENERAL_THREAD_ID) === thread_id;
}

const IN_TOPIC = `exists (select 1 from message e where e.chat_id = p.chat_id and e.message_id = p.message_id
    and coalesce(e.thread_id, ${GENERAL_THREAD_ID}) = ?)`;
const PINNED_IN_TOPIC = read<{ message_id: number }>("pinned_message", "message")`
  select p.message_id from pinned_message p where p.chat_id = ? and ${IN_TOPIC}
  order by p.at desc, p.message_id desc limit ?`;

/** The ids of the pinned messages of a topic, the latest pin first, at most `limit`. */
export async function pinnedInTopic(tx: ReadTx, chat_id: number, thread_id: number, limit: number): Promise<number[]> {
  const rows = await tx.all(PINNED_IN_TOPIC, chat_id, thread_id, limit);
  return rows.map((row) => row.message_id);
}

const UNPIN_TOPIC = write("pinned_message", { reads: ["message"] })`
  delete from pinned_message as p where p.chat_id = ? and ${IN_TOPIC}`;

export async function unpinTopic(tx: Tx, chat_id: number, thread_id: number): Promise<void> {
  await tx.run(UNPIN_TOPIC, chat_id, thread_id);
}
