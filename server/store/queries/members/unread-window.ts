/** Queries for the unread counts of many members of one chat at once. */
import { unreadAfter, type Reading } from "./unread.ts";
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";

/** A message and its sender. */
export interface MessageSender {
  readonly message_id: number;
  readonly sender_id: number;
}

const NEWEST_SENDERS = read<MessageSender>("message")`
  select message_id, sender_id from message where chat_id = ? order by message_id desc limit ?`;

/** The newest messages of a chat, the newest first. */
export function newestSenders(tx: ReadTx, chat_id: number, limit: number): Promise<MessageSender[]> {
  return tx.all(NEWEST_SENDERS, chat_id, limit);
}

const SENDERS_AFTER = read<MessageSender>("message")`
  select message_id, sender_id from message where chat_id = ? and message_id > ? order by message_id limit ?`;

/** The messages of a chat after `message_id`, the oldest first. */
export function sendersAfter(tx: ReadTx, chat_id: number, message_id: number, limit: number): Promise<MessageSender[]> {
  return tx.all(SENDERS_AFTER, chat_id, message_id, limit);
}

/** People in one statement. */
export const PEOPLE_AT_ONCE = 250;

const PEOPLE = `account_id in (${Array.from({ length: PEOPLE_AT_ONCE }, () => "?").join(", ")})`;
const POINTERS = read<Reading & { readonly account_id: number }>("member")`
  select account_id, read_up_to, joined_after from member where chat_id = ? and read_in_topics = 0 and ${PEOPLE}`;
const MENTIONS = read<{ readonly account_id: number; readonly n: number }>("mention")`
  select account_id, count(*) as n from mention where chat_id = ? and ${PEOPLE} group by account_id`;

/** Fills up the parameters with an id that nobody has, so that one statement serves any number of people. */
function filledUp(account_ids: readonly number[]): number[] {
  return Array.from({ length: PEOPLE_AT_ONCE }, (_, at) => account_ids[at] ?? 0);
}

/**
 * For each of at most `PEOPLE_AT_ONCE` members, the message after which the chat is unread to them. Those who have read
 * later messages in topics are left out: the pointer alone does not give their count.
 */
export async function pointersOf(
  tx: ReadTx,
  chat_id: number,
  account_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx.all(POINTERS, chat_id, ...filledUp(account_ids));
  return new Map(rows.map((row) => [row.account_id, unreadAfter(row)]));
}

/** For each of some people, how many unread messages of a chat mention them. */
export async function mentionCounts(
  tx: ReadTx,
  chat_id: number,
  account_ids: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map(account_ids.map((id) => [id, 0]));
  for (let at = 0; at < account_ids.length; at += PEOPLE_AT_ONCE) {
    const page = filledUp(account_ids.slice(at, at + PEOPLE_AT_ONCE));
    const rows = await tx.all(MENTIONS, chat_id, ...page);
    for (const { account_id, n } of rows) counts.set(account_id, n);
  }
  return counts;
}
