/** The history of a chat in both directions, and the streams and delivery pointers of its readers. */
import type { Message } from "../../../domain/messages.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { FIND_MESSAGE, MESSAGE, toMessage, type MessageRow } from "./messages.ts";

/** A message, and the characters of its text and of the JSON beside it. */
export interface StoredMessage {
  readonly message: Message;
  readonly characters: number;
}

/** The stored message of a row. */
export function toStored(row: MessageRow): StoredMessage {
  return { message: toMessage(row), characters: row.text.length + row.content.length };
}

export async function findStoredMessage(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
): Promise<StoredMessage | undefined> {
  const row = await tx.get(FIND_MESSAGE, chat_id, message_id);
  return row && toStored(row);
}

const MESSAGES_BEFORE = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and message_id < ? order by message_id desc limit ?`;

/** Messages before `message_id`, the newest first. */
export async function messagesBefore(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
  limit: number,
): Promise<StoredMessage[]> {
  const rows = await tx.all(MESSAGES_BEFORE, chat_id, message_id, limit);
  return rows.map(toStored);
}

const MESSAGES_AFTER = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and message_id > ? order by message_id limit ?`;

/** Messages after `message_id`, the oldest first. */
export async function messagesAfter(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
  limit: number,
): Promise<StoredMessage[]> {
  const rows = await tx.all(MESSAGES_AFTER, chat_id, message_id, limit);
  return rows.map(toStored);
}

const FIND_MESSAGE_FROM = read<{ message_id: number; date: number }>("message")`
  select message_id, date from message where chat_id = ? and message_id >= ? order by message_id limit 1`;
const FIND_LAST_MESSAGE = read<{ message_id: number }>("message")`
  select message_id from message where chat_id = ? order by message_id desc limit 1`;

/**
 * The id of the first message at or after a time in seconds, or `undefined` if there is none. Times rise with ids, so a
 * few messages are read by their ids, however long the chat is.
 */
export async function firstMessageSince(tx: ReadTx, chat_id: number, date: number): Promise<number | undefined> {
  const next = (message_id: number) => tx.get(FIND_MESSAGE_FROM, chat_id, message_id);
  const last = await tx.get(FIND_LAST_MESSAGE, chat_id);
  let low = 0;
  let high = (last?.message_id ?? 0) + 1;
  // Every message before `low` is older, and none from `high` on is.
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await next(middle);
    if (found && found.date < date) low = found.message_id + 1;
    else high = middle;
  }
  return (await next(low))?.message_id;
}

const CHATS_OF_MEMBER = read<{ chat_id: number }>("member")`
  select chat_id from member where account_id = ? and is_member = 1`;

/** The chats that a person is in, empty private chats included. */
export function chatsOfMember(tx: ReadTx, account_id: number): Promise<{ chat_id: number }[]> {
  return tx.all(CHATS_OF_MEMBER, account_id);
}

const LAST_SEQS_OF = read<{ chat_id: number; last_seq: number }>("member", "stream")`
  select m.chat_id, s.last_seq from member m join stream s on s.id = m.chat_id
  where m.account_id = ? and m.is_member = 1 and m.chat_id > ? order by m.chat_id limit ?`;

/** The same chats by id, at most `limit` above `after`, each with the last sequence number of its stream. */
export function headsOf(
  tx: ReadTx,
  account_id: number,
  after: number,
  limit: number,
): Promise<{ chat_id: number; last_seq: number }[]> {
  return tx.all(LAST_SEQS_OF, account_id, after, limit);
}

const FIND_BEHIND = read<{ account_id: number }>("member")`
  select account_id from member where chat_id = ? and account_id = ? and read_up_to < ? and delivered_up_to < ?`;
const MOVE_DELIVERED_POINTER = write<{ account_id: number }>("member", { changes: ["delivered_up_to"] })`
  update member set delivered_up_to = ? where chat_id = ? and account_id = ? and delivered_up_to < ?
  returning account_id`;

/** Moves a delivered pointer forward, unless the message has been read. @returns whether it moved */
export async function moveDeliveredPointer(
  tx: Tx,
  chat_id: number,
  account_id: number,
  message_id: number,
): Promise<boolean> {
  const behind = await tx.get(FIND_BEHIND, chat_id, account_id, message_id, message_id);
  if (!behind) return false;
  const moved = await tx.get(MOVE_DELIVERED_POINTER, message_id, chat_id, account_id, message_id);
  return moved !== undefined;
}
