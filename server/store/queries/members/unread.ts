/**
 * Unread counts, computed from a few numbers. Message ids are dense: of the ids after the read pointer, those without
 * an unread message were deleted or are the person's own. Deletions are counted in blocks of ids, own messages in the
 * member's row, both in the transaction that causes them. What was read in topics is counted there too.
 */
import { GENERAL_THREAD_ID } from "../../../domain/topics.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { BufferedIncrease, numbers, read, write } from "../../statement.ts";
import { lastMessageId } from "../streams/streams.ts";

/** Counts end here: a screen shows “999+”. */
export const MOST_UNREAD = 1000;
/**
 * Ids of a block. Within the block of the pointer, remaining messages are counted one by one.
 */
const IDS_PER_BLOCK = 256;

/** A person's read pointer, and the message after which they joined. */
export interface Reading {
  readonly read_up_to: number;
  readonly joined_after: number;
}

/** The message after which a chat is unread to a person: messages before they joined are not unread. */
export function unreadAfter({ read_up_to, joined_after }: Reading): number {
  return Math.max(read_up_to, joined_after);
}

const AFTER = "case when m.read_up_to > m.joined_after then m.read_up_to else m.joined_after end";

/** Columns of a member `m` from which their unread count is computed. */
export const UNREAD = `m.read_up_to, m.joined_after, m.own_unread, m.read_in_topics,
  (select cast(sum(d.messages) as bigint) from deleted_messages d
    where d.chat_id = m.chat_id and d.block > (${AFTER}) / ${IDS_PER_BLOCK}) as deleted_later,
  (select count(*) from message e where e.chat_id = m.chat_id and e.message_id > ${AFTER}
    and e.message_id <= ((${AFTER}) / ${IDS_PER_BLOCK} + 1) * ${IDS_PER_BLOCK}
    and exists (select 1 from deleted_messages d where d.chat_id = m.chat_id and d.block = (${AFTER}) / ${IDS_PER_BLOCK})
  ) as left_in_block,
  (select d.messages from deleted_messages d
    where d.chat_id = m.chat_id and d.block = (${AFTER}) / ${IDS_PER_BLOCK}) as deleted_in_block`;

export interface UnreadRow extends Reading {
  readonly own_unread: number;
  readonly read_in_topics: number;
  readonly deleted_later: number | null;
  /** Messages after the pointer within its block; counted only if something in the block was deleted. */
  readonly left_in_block: number;
  readonly deleted_in_block: number | null;
}

/** Messages of others after the pointer, at most `MOST_UNREAD`. `newest` is the last id that the chat has allocated. */
export function unreadIn(row: UnreadRow, newest: number): number {
  const after = unreadAfter(row);
  const end = Math.min(newest, (Math.floor(after / IDS_PER_BLOCK) + 1) * IDS_PER_BLOCK);
  const inBlock = row.deleted_in_block === null ? end - after : row.left_in_block;
  const left = inBlock + (newest - end) - (row.deleted_later ?? 0);
  return Math.min(MOST_UNREAD, Math.max(0, left - row.own_unread - row.read_in_topics));
}

/** An unread count, and the message after which it counts. */
export interface Unread {
  readonly unread_count: number;
  readonly unread_after: number;
}

const UNREAD_OF = read<UnreadRow>("deleted_messages", "message", "member")`
  select ${UNREAD} from member m where m.chat_id = ? and m.account_id = ?`;

/** Messages of others after a person's own pointer, at most `MOST_UNREAD`. */
export async function unreadOf(tx: ReadTx, chat_id: number, account_id: number): Promise<Unread> {
  // Two queries: the store then flushes this one stream only.
  const [newest, row] = await Promise.all([lastMessageId(tx, chat_id), tx.get(UNREAD_OF, chat_id, account_id)]);
  return row
    ? { unread_count: unreadIn(row, newest), unread_after: unreadAfter(row) }
    : { unread_count: 0, unread_after: 0 };
}

const FIND_READING = read<Reading & { own_unread: number; read_in_topics: number }>("member")`
  select read_up_to, joined_after, own_unread, read_in_topics from member where chat_id = ? and account_id = ?`;
const MOVE_READ_POINTER = write("member", { changes: ["read_up_to", "own_unread", "read_in_topics"] })`
  update member set read_up_to = ?, own_unread = ?, read_in_topics = ? where chat_id = ? and account_id = ?`;

/** Moves a read pointer forward; it never goes back. The chat must be locked. @returns whether it moved */
export async function moveReadPointer(
  tx: Tx,
  chat_id: number,
  account_id: number,
  message_id: number,
): Promise<boolean> {
  const row = await tx.get(FIND_READING, chat_id, account_id);
  if (!row || unreadAfter(row) >= message_id) return false;
  const own_unread = row.own_unread === 0 ? 0 : await ownAfter(tx, chat_id, account_id, message_id, row);
  const read_in_topics = row.read_in_topics === 0 ? 0 : await countReadInTopics(tx, chat_id, account_id, message_id);
  await tx.run(MOVE_READ_POINTER, message_id, own_unread, read_in_topics, chat_id, account_id);
  return true;
}

const COUNT_READ_IN_TOPICS = read<{ n: number }>("message", "topic_reader")`
  select count(*) as n from topic_reader r join message e on e.chat_id = r.chat_id
    and coalesce(e.thread_id, ${GENERAL_THREAD_ID}) = r.thread_id
  where r.chat_id = ? and r.account_id = ? and r.read_up_to > ? and e.message_id > ? and e.message_id <= r.read_up_to
    and e.sender_id <> r.account_id`;

/** How many messages of others after `message_id` a person has read in their topics. */
async function countReadInTopics(tx: Tx, chat_id: number, account_id: number, message_id: number): Promise<number> {
  const row = await tx.get(COUNT_READ_IN_TOPICS, chat_id, account_id, message_id, message_id);
  return Number(row!.n);
}

/** The person's own messages after `message_id`. Counts the shorter of the two ranges. */
async function ownAfter(
  tx: Tx,
  chat_id: number,
  account_id: number,
  message_id: number,
  row: Reading & { readonly own_unread: number },
): Promise<number> {
  const newest = await lastMessageId(tx, chat_id);
  const after = unreadAfter(row);
  if (newest - message_id < message_id - after) return countOwn(tx, chat_id, account_id, message_id, newest);
  return row.own_unread - (await countOwn(tx, chat_id, account_id, after, message_id));
}

const COUNT_OWN = read<{ n: number }>("message")`
  select count(*) as n from message where chat_id = ? and message_id > ? and message_id <= ? and sender_id = ?`;

/** The person's own messages after `after`, up to `upTo`. */
export async function countOwn(
  tx: Tx,
  chat_id: number,
  account_id: number,
  after: number,
  upTo: number,
): Promise<number> {
  const row = await tx.get(COUNT_OWN, chat_id, after, upTo, account_id);
  return row!.n;
}

const RECORD_JOIN = write("member", { changes: ["joined_after", "own_unread", "read_in_topics"] })`
  update member set joined_after = ?, own_unread = 0, read_in_topics = 0 where chat_id = ? and account_id = ?`;

/** Records that an account joined a chat after all its messages. */
export async function recordJoin(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run(RECORD_JOIN, await lastMessageId(tx, chat_id), chat_id, account_id);
}

const INCREASE_OWN_UNREAD = new BufferedIncrease("member", "own_unread", ["chat_id", "account_id"]);

/** Notes that a person says so many things. Before their ids are taken: rows of members are locked before streams. */
export function recordOwnMessages(
  tx: Tx,
  chat_id: number,
  account_id: number,
  count: number,
): Promise<void> | undefined {
  return tx.buffer(INCREASE_OWN_UNREAD, count, chat_id, account_id);
}

const INCREASE_DELETED = write("deleted_messages")`
  insert into deleted_messages (chat_id, block, messages) values (?, ?, ?)
  on conflict (chat_id, block) do update set messages = deleted_messages.messages + excluded.messages`;
const DECREASE_OWN_UNREAD = write("member", { changes: ["own_unread"] })`
  update member set own_unread = own_unread - 1
  where chat_id = ? and account_id = ? and is_bot = 0 and read_up_to < ? and joined_after < ?`;

/** Counts a deleted message. The chat must be locked. */
export async function recordDeletion(tx: Tx, chat_id: number, message_id: number, sender_id: number): Promise<void> {
  await tx.run(INCREASE_DELETED, chat_id, blockOf(message_id), 1);
  await tx.run(DECREASE_OWN_UNREAD, chat_id, sender_id, message_id, message_id);
}

const blockOf = (message_id: number) => Math.floor((message_id - 1) / IDS_PER_BLOCK);

const DECREASE_OWN_UNREAD_BY = write("member", { reads: ["message"], changes: ["own_unread"] })`
  update member set own_unread = own_unread - (select count(*) from message e where e.chat_id = member.chat_id
    and e.message_id in ${numbers} and e.sender_id = member.account_id
    and e.message_id > member.read_up_to and e.message_id > member.joined_after)
  where chat_id = ? and is_bot = 0 and own_unread > 0 and account_id in ${numbers}`;

/** Counts messages before they are deleted. The chat must be locked. */
export async function recordDeletions(
  tx: Tx,
  chat_id: number,
  messages: readonly { readonly message_id: number; readonly sender_id: number }[],
): Promise<void> {
  const blocks = new Map<number, number>();
  for (const { message_id } of messages) {
    const block = blockOf(message_id);
    blocks.set(block, (blocks.get(block) ?? 0) + 1);
  }
  for (const [block, count] of blocks) await tx.run(INCREASE_DELETED, chat_id, block, count);
  const ids = JSON.stringify(messages.map(({ message_id }) => message_id));
  const senders = JSON.stringify([...new Set(messages.map(({ sender_id }) => sender_id))]);
  await tx.run(DECREASE_OWN_UNREAD_BY, ids, chat_id, senders);
}
