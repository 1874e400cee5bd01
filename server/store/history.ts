/** Reading a chat: its history in both directions, what is unread, what matches. */
import type { Message } from "../domain/messages.ts";
import type { ReadTx, Tx, Words } from "./db.ts";
import { MESSAGE, toMessage, type MessageRow } from "./messages.ts";
import { lastMessageId } from "./streams.ts";

/** Messages before `message_id`, the newest first. */
export async function messagesBefore(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
  limit: number,
): Promise<Message[]> {
  const rows = await tx.all<MessageRow>(
    `select ${MESSAGE} from message where chat_id = ? and message_id < ? order by message_id desc limit ?`,
    chat_id,
    message_id,
    limit,
  );
  return rows.map(toMessage);
}

/** Messages after `message_id`, the oldest first. */
export async function messagesAfter(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
  limit: number,
): Promise<Message[]> {
  const rows = await tx.all<MessageRow>(
    `select ${MESSAGE} from message where chat_id = ? and message_id > ? order by message_id limit ?`,
    chat_id,
    message_id,
    limit,
  );
  return rows.map(toMessage);
}

/** Counted no further: a screen says “999+”, and counting stays quick. */
export const MOST_UNREAD = 1000;

/** Messages of others that a person has not read, at most a thousand. */
export async function countUnread(
  tx: ReadTx,
  chat_id: number,
  account_id: number,
  read_up_to: number,
): Promise<number> {
  const row = await tx.get<{ n: number }>(
    `select count(*) as n from
     (select 1 from message where chat_id = ? and message_id > ? and sender_id <> ? limit ${MOST_UNREAD}) as unread`,
    chat_id,
    read_up_to,
    account_id,
  );
  return row?.n ?? 0;
}

/** What is unread to a person, and the message after which it is. */
export interface Unread {
  readonly unread_count: number;
  readonly unread_after: number;
}

/** Messages of others past a person's own pointer, at most a thousand. */
export async function unreadOf(tx: ReadTx, chat_id: number, account_id: number): Promise<Unread> {
  const unread_after = await readUpTo(tx, chat_id, account_id);
  return { unread_count: await countUnread(tx, chat_id, account_id, unread_after), unread_after };
}

/** The chats a person is in; private chats they ever had are among them. */
export function seatsOf(tx: ReadTx, account_id: number): Promise<{ chat_id: number }[]> {
  return tx.all("select chat_id from member where account_id = ? and is_member = 1", account_id);
}

/** The same chats, and the newest event of each. */
export function headsOf(tx: ReadTx, account_id: number): Promise<{ chat_id: number; head: number }[]> {
  return tx.all(
    "select m.chat_id, s.head from member m join stream s on s.id = m.chat_id where m.account_id = ? and m.is_member = 1",
    account_id,
  );
}

/** A person's read pointer, and the message after which they joined. */
export interface Reading {
  readonly read_up_to: number;
  readonly joined_after: number;
}

/** The message after which a chat is unread to somebody: what was said before they joined is not. */
export function unreadAfter({ read_up_to, joined_after }: Reading): number {
  return Math.max(read_up_to, joined_after);
}

/** Where the person has read to, or joined after. */
export async function readUpTo(tx: ReadTx, chat_id: number, account_id: number): Promise<number> {
  const row = await tx.get<Reading>(
    "select read_up_to, joined_after from member where chat_id = ? and account_id = ?",
    chat_id,
    account_id,
  );
  return row ? unreadAfter(row) : 0;
}

/** How far anybody else of a chat has read, and how far their devices have its messages. */
export async function othersPointers(
  tx: ReadTx,
  chat_id: number,
  account_id: number,
): Promise<{ readonly read_up_to: number; readonly delivered_up_to: number }> {
  const row = await tx.get<{ read: number | null; delivered: number | null }>(
    `select max(read_up_to) as read, max(delivered_up_to) as delivered from member
     where chat_id = ? and account_id <> ?`,
    chat_id,
    account_id,
  );
  return { read_up_to: row?.read ?? 0, delivered_up_to: row?.delivered ?? 0 };
}

/** Moves a read pointer forward; it never goes back. @returns whether it moved */
export async function moveReadPointer(
  tx: Tx,
  chat_id: number,
  account_id: number,
  message_id: number,
): Promise<boolean> {
  if ((await readUpTo(tx, chat_id, account_id)) >= message_id) return false;
  await tx.run(
    "update member set read_up_to = ? where chat_id = ? and account_id = ? and read_up_to < ?",
    message_id,
    chat_id,
    account_id,
    message_id,
  );
  return true;
}

/** Notes that an account joined a chat after everything that was said there so far. */
export async function noteJoining(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run(
    "update member set joined_after = ? where chat_id = ? and account_id = ?",
    await lastMessageId(tx, chat_id),
    chat_id,
    account_id,
  );
}

/** Moves a delivered pointer forward, unless the message is read already. @returns whether it moved */
export async function moveDeliveredPointer(
  tx: Tx,
  chat_id: number,
  account_id: number,
  message_id: number,
): Promise<boolean> {
  const behind = await tx.get<{ account_id: number }>(
    `select account_id from member where chat_id = ? and account_id = ? and read_up_to < ? and delivered_up_to < ?`,
    chat_id,
    account_id,
    message_id,
    message_id,
  );
  if (!behind) return false;
  await tx.run(
    "update member set delivered_up_to = ? where chat_id = ? and account_id = ? and delivered_up_to < ?",
    message_id,
    chat_id,
    account_id,
    message_id,
  );
  return true;
}

/** Messages of a chat whose text or caption has `words` in it, the newest first, older than `before`. */
export async function searchChat(
  tx: ReadTx,
  words: Words,
  chat_id: number,
  wanted: string,
  before: number,
  limit: number,
): Promise<Message[]> {
  const rows = await tx.all<MessageRow>(
    `select ${MESSAGE} from message where chat_id = ? and message_id < ? and ${words.fold("text")} like ? escape '!'
     order by message_id desc limit ?`,
    chat_id,
    before,
    `%${wanted.toLowerCase().replaceAll(/[!%_]/g, "!$&")}%`,
    limit,
  );
  return rows.map(toMessage);
}
