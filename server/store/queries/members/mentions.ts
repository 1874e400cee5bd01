/** Unread mentions in the store: a row for every person that a message is to reach besides all others. */
import { GENERAL_THREAD_ID, type Topic } from "../../../domain/topics.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { BufferedInsert, read, write } from "../../statement.ts";

const INSERT = new BufferedInsert("mention", ["account_id", "chat_id", "message_id"]);

/** Notes that a new message mentions somebody. */
export function addMention(tx: Tx, account_id: number, chat_id: number, message_id: number): Promise<void> | undefined {
  return tx.buffer(INSERT, account_id, chat_id, message_id);
}

const COUNT_MENTIONS = read<{ n: number }>("mention")`
  select count(*) as n from mention where account_id = ? and chat_id = ?`;

/** How many unread messages mention a person. */
export async function countMentions(tx: ReadTx, account_id: number, chat_id: number): Promise<number> {
  const row = await tx.get(COUNT_MENTIONS, account_id, chat_id);
  return row!.n;
}

const LIST_MENTIONS = read<{ message_id: number }>("mention")`
  select message_id from mention where account_id = ? and chat_id = ? and message_id > ?
  order by message_id limit ?`;

/** The ids of unread messages that mention a person, the oldest first. */
export async function listMentions(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all(LIST_MENTIONS, account_id, chat_id, after, limit);
  return rows.map((row) => row.message_id);
}

const MENTIONS_BEFORE = read<{ message_id: number }>("mention")`
  select message_id from mention where account_id = ? and chat_id = ? and message_id < ?
  order by message_id desc limit ?`;

/** The ids of unread messages before another that mention a person, the newest first. */
export async function mentionsBefore(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
  before: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all(MENTIONS_BEFORE, account_id, chat_id, before, limit);
  return rows.map((row) => row.message_id);
}

const LIST_MENTIONS_IN_TOPIC = read<{ message_id: number }>("mention", "message")`
  select a.message_id from mention a join message e on e.chat_id = a.chat_id and e.message_id = a.message_id
  where a.account_id = ? and a.chat_id = ? and a.message_id > ? and coalesce(e.thread_id, ${GENERAL_THREAD_ID}) = ?
  order by a.message_id limit ?`;

/** As `listMentions`, in one topic. */
export async function listMentionsInTopic(
  tx: ReadTx,
  account_id: number,
  { chat_id, thread_id }: Pick<Topic, "chat_id" | "thread_id">,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all(LIST_MENTIONS_IN_TOPIC, account_id, chat_id, after, thread_id, limit);
  return rows.map((row) => row.message_id);
}

const COUNT_MENTIONS_IN_TOPIC = read<{ n: number }>("mention", "message")`
  select count(*) as n from mention a join message e on e.chat_id = a.chat_id and e.message_id = a.message_id
  where a.account_id = ? and a.chat_id = ? and coalesce(e.thread_id, ${GENERAL_THREAD_ID}) = ?`;

/** As `countMentions`, in one topic. */
export async function countMentionsInTopic(
  tx: ReadTx,
  account_id: number,
  { chat_id, thread_id }: Pick<Topic, "chat_id" | "thread_id">,
): Promise<number> {
  const row = await tx.get(COUNT_MENTIONS_IN_TOPIC, account_id, chat_id, thread_id);
  return row!.n;
}

const DELETE_MENTIONS_UP_TO = write("mention")`
  delete from mention where account_id = ? and chat_id = ? and message_id <= ?`;

/** Deletes the mentions that a person has read. */
export async function deleteMentionsUpTo(tx: Tx, account_id: number, chat_id: number, up_to: number): Promise<void> {
  await tx.run(DELETE_MENTIONS_UP_TO, account_id, chat_id, up_to);
}

const DELETE_MENTIONS_IN = write<{ account_id: number }>("mention")`
  delete from mention where chat_id = ? and message_id = ? returning account_id`;

/** Deletes the mentions in a deleted message. @returns the people who had not read it */
export async function deleteMentionsIn(tx: Tx, chat_id: number, message_id: number): Promise<number[]> {
  const rows = await tx.all(DELETE_MENTIONS_IN, chat_id, message_id);
  return rows.map((row) => row.account_id).sort((a, b) => a - b);
}
