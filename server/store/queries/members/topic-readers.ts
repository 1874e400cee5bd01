/**
 * How far people have read the topics of a chat, and their settings and drafts there. The chat itself has one read pointer a
 * person; `member.read_in_topics` counts the later messages of others that were read in their topics, so that the unread
 * count of the chat needs no look at its topics.
 */
import type { SavedDraft } from "../../../domain/chat-settings.ts";
import type { Message } from "../../../domain/messages.ts";
import { GENERAL_THREAD_ID } from "../../../domain/topics.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";
import { toDraft } from "../chats/chat-settings.ts";
import { lastMessageId } from "../streams/streams.ts";
import { countOwn, unreadAfter, type Reading } from "./unread.ts";

/** A person's pointer and settings of one topic. */
export interface TopicReader {
  readonly read_up_to: number;
  /** Unix seconds; 0 if the topic is not muted. */
  readonly muted_until: number;
}

const UNTOUCHED: TopicReader = { read_up_to: 0, muted_until: 0 };

const FIND_READER = read<TopicReader>("topic_reader")`
  select read_up_to, muted_until from topic_reader where chat_id = ? and thread_id = ? and account_id = ?`;

export async function findTopicReader(
  tx: ReadTx,
  chat_id: number,
  thread_id: number,
  account_id: number,
): Promise<TopicReader> {
  return (await tx.get(FIND_READER, chat_id, thread_id, account_id)) ?? UNTOUCHED;
}

const SAVE_READER = write("topic_reader")`
  insert into topic_reader (chat_id, thread_id, account_id, read_up_to, muted_until) values (?, ?, ?, ?, ?)
  on conflict (account_id, chat_id, thread_id) do update set read_up_to = excluded.read_up_to,
    muted_until = excluded.muted_until`;

export async function saveTopicReader(
  tx: Tx,
  chat_id: number,
  thread_id: number,
  account_id: number,
  reader: TopicReader,
): Promise<void> {
  await tx.run(SAVE_READER, chat_id, thread_id, account_id, reader.read_up_to, reader.muted_until);
}

const FIND_DRAFT = read<{ draft: string | null }>("topic_reader")`
  select draft from topic_reader where chat_id = ? and thread_id = ? and account_id = ?`;

/** A person's draft in a topic. */
export async function findTopicDraft(
  tx: ReadTx,
  chat_id: number,
  thread_id: number,
  account_id: number,
): Promise<SavedDraft | null> {
  const row = await tx.get(FIND_DRAFT, chat_id, thread_id, account_id);
  return toDraft(row?.draft ?? null);
}

const SAVE_DRAFT = write("topic_reader")`
  insert into topic_reader (chat_id, thread_id, account_id, draft) values (?, ?, ?, ?)
  on conflict (account_id, chat_id, thread_id) do update set draft = excluded.draft`;

/** Saves a person's draft in a topic; `null` removes it. */
export async function saveTopicDraft(
  tx: Tx,
  chat_id: number,
  thread_id: number,
  account_id: number,
  draft: SavedDraft | null,
): Promise<void> {
  await tx.run(SAVE_DRAFT, chat_id, thread_id, account_id, draft && JSON.stringify(draft));
}

const MUTED_TOPICS = read<{ chat_id: number; thread_id: number }>("topic_reader")`
  select chat_id, thread_id from topic_reader where account_id = ? and chat_id in ${numbers} and muted_until > ?
  order by chat_id, thread_id`;

/** The topics of these chats that a person has muted at a time (Unix seconds). */
export function mutedTopics(tx: ReadTx, account_id: number, chat_ids: readonly number[], now_s: number) {
  return tx.all(MUTED_TOPICS, account_id, JSON.stringify(chat_ids), now_s);
}

const FIND_READING = read<Reading & { own_unread: number; read_in_topics: number }>("member")`
  select read_up_to, joined_after, own_unread, read_in_topics from member where chat_id = ? and account_id = ?`;
const MOVE_POINTERS = write("member", { changes: ["read_up_to", "own_unread", "read_in_topics"] })`
  update member set read_up_to = ?, own_unread = ?, read_in_topics = ? where chat_id = ? and account_id = ?`;
const COUNT_OTHERS_IN_TOPIC = read<{ n: number }>("message")`
  select count(*) as n from message where chat_id = ? and thread_id = ? and message_id > ? and message_id <= ?
    and sender_id <> ?`;
const COUNT_OTHERS_IN_PLAIN = read<{ n: number }>("message")`
  select count(*) as n from message where chat_id = ? and thread_id is null and message_id > ? and message_id <= ?
    and sender_id <> ?`;
/** Reads the messages after the pointer only as far as they are read, and the pointer then moves behind them. */
const FIRST_UNREAD = read<{ message_id: number }>("message", "topic_reader")`
  select e.message_id from message e where e.chat_id = ? and e.message_id > ? and e.sender_id <> ?
    and not exists (select 1 from topic_reader r where r.chat_id = e.chat_id
      and r.thread_id = coalesce(e.thread_id, ${GENERAL_THREAD_ID}) and r.account_id = ? and r.read_up_to >= e.message_id)
  order by e.message_id limit 1`;
const COUNT_BETWEEN = read<{ n: number }>("message")`
  select count(*) as n from message where chat_id = ? and message_id > ? and message_id <= ?`;

/** What reading a topic has moved. */
export interface TopicRead {
  /** Whether the pointer of the topic moved. */
  readonly isMoved: boolean;
  /** The read pointer of the chat, if it moved too, because everything before is read. */
  readonly chat_read_up_to?: number;
}

/**
 * Moves a person's pointer of a topic forward. The pointer of the chat follows as far as all topics are read. The chat
 * must be locked.
 */
export async function moveTopicPointer(
  tx: Tx,
  chat_id: number,
  thread_id: number,
  account_id: number,
  message_id: number,
): Promise<TopicRead> {
  const reading = await tx.get(FIND_READING, chat_id, account_id);
  const reader = await findTopicReader(tx, chat_id, thread_id, account_id);
  if (!reading) return { isMoved: false };
  const after = unreadAfter(reading);
  const before = Math.max(after, reader.read_up_to);
  if (before >= message_id) return { isMoved: false };
  const range = [before, message_id, account_id] as const;
  const own = await tx.get(COUNT_OTHERS_IN_TOPIC, chat_id, thread_id, ...range);
  const plain = thread_id === GENERAL_THREAD_ID ? await tx.get(COUNT_OTHERS_IN_PLAIN, chat_id, ...range) : undefined;
  await saveTopicReader(tx, chat_id, thread_id, account_id, { ...reader, read_up_to: message_id });
  const read_in_topics = reading.read_in_topics + own!.n + (plain?.n ?? 0);
  const first = await tx.get(FIRST_UNREAD, chat_id, after, account_id, account_id);
  const read_up_to = first ? first.message_id - 1 : await lastMessageId(tx, chat_id);
  const passed = (await tx.get(COUNT_BETWEEN, chat_id, after, read_up_to))!.n;
  const passedOwn = await countOwn(tx, chat_id, account_id, after, read_up_to);
  const left = { own: reading.own_unread - passedOwn, others: read_in_topics - (passed - passedOwn) };
  const pointer = Math.max(reading.read_up_to, read_up_to > after ? read_up_to : 0);
  await tx.run(MOVE_POINTERS, pointer, left.own, left.others, chat_id, account_id);
  return { isMoved: true, ...(read_up_to > after ? { chat_read_up_to: read_up_to } : {}) };
}

const DECREASE_READ_IN_TOPICS = write("member", { reads: ["topic_reader"], changes: ["read_in_topics"] })`
  update member set read_in_topics = read_in_topics - 1
  where chat_id = ? and account_id in (select r.account_id from topic_reader r
    where r.chat_id = ? and r.thread_id = ? and r.read_up_to >= ?)
    and account_id <> ? and read_up_to < ? and joined_after < ? and read_in_topics > 0`;

/** Counts a deleted message of a chat with topics. The chat must be locked. */
export async function recordDeletionInTopic(tx: Tx, message: Message): Promise<void> {
  const { chat_id, message_id, sender_id } = message;
  const thread_id = message.thread_id ?? GENERAL_THREAD_ID;
  await tx.run(DECREASE_READ_IN_TOPICS, chat_id, chat_id, thread_id, message_id, sender_id, message_id, message_id);
}

const DELETE_MENTIONS_IN_TOPIC = write("mention", { reads: ["message"] })`
  delete from mention as a where a.account_id = ? and a.chat_id = ? and a.message_id <= ?
    and exists (select 1 from message e where e.chat_id = a.chat_id and e.message_id = a.message_id
      and coalesce(e.thread_id, ${GENERAL_THREAD_ID}) = ?)`;

/** Deletes the mentions in a topic that a person has read. */
export async function deleteMentionsInTopic(
  tx: Tx,
  account_id: number,
  chat_id: number,
  thread_id: number,
  up_to: number,
): Promise<void> {
  await tx.run(DELETE_MENTIONS_IN_TOPIC, account_id, chat_id, up_to, thread_id);
}
