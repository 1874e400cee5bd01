/** Reading a chat: its history in both directions, what is unread, what matches. */
import type { Message } from "../domain/messages.ts";
import type { ReadTx, Tx, Words } from "./db.ts";
import { MESSAGE, toMessage, type MessageRow } from "./messages.ts";

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
const MOST_UNREAD = 1000;

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

/** Messages of others past a person's own pointer, at most a thousand. */
export async function unreadOf(tx: ReadTx, chat_id: number, account_id: number): Promise<number> {
  return countUnread(tx, chat_id, account_id, await readUpTo(tx, chat_id, account_id));
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

/** Where the person has read to. */
export async function readUpTo(tx: ReadTx, chat_id: number, account_id: number): Promise<number> {
  const row = await tx.get<{ read_up_to: number }>(
    "select read_up_to from member where chat_id = ? and account_id = ?",
    chat_id,
    account_id,
  );
  return row?.read_up_to ?? 0;
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
