/** Pinned messages. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

const FIND_PINNED_MESSAGE = read<{ at: number | null }>("pinned_message")`
  select max(at) as at from pinned_message where chat_id = ?`;
const INSERT_PINNED_MESSAGE = write("pinned_message")`
  insert into pinned_message (chat_id, message_id, at) values (?, ?, ?)
  on conflict (chat_id, message_id) do update set at = excluded.at`;

/** Pins a message, or moves its pin to the top. */
export async function pin(tx: Tx, chat_id: number, message_id: number, now_s: number): Promise<void> {
  const [last] = await tx.all(FIND_PINNED_MESSAGE, chat_id);
  await tx.run(
    INSERT_PINNED_MESSAGE,
    chat_id,
    message_id,
    // Several pins within a second keep their order.
    Math.max(now_s, (last?.at ?? 0) + 1),
  );
}

const UNPIN = write("pinned_message")`delete from pinned_message where chat_id = ? and message_id = ?`;

export async function unpin(tx: Tx, chat_id: number, message_id: number): Promise<void> {
  await tx.run(UNPIN, chat_id, message_id);
}

const UNPIN_ALL = write("pinned_message")`delete from pinned_message where chat_id = ?`;

export async function unpinAll(tx: Tx, chat_id: number): Promise<void> {
  await tx.run(UNPIN_ALL, chat_id);
}

const IS_PINNED = read<{ message_id: number }>("pinned_message")`
  select message_id from pinned_message where chat_id = ? and message_id = ?`;

export async function isPinned(tx: ReadTx, chat_id: number, message_id: number): Promise<boolean> {
  const row = await tx.get(IS_PINNED, chat_id, message_id);
  return row !== undefined;
}

const PINNED_MESSAGES = read<{ message_id: number }>("pinned_message")`
  select message_id from pinned_message where chat_id = ? order by at desc, message_id desc limit ?`;

/** The ids of a chat's pinned messages, the latest pin first, at most `limit`. */
export async function pinnedMessages(tx: ReadTx, chat_id: number, limit: number): Promise<number[]> {
  const rows = await tx.all(PINNED_MESSAGES, chat_id, limit);
  return rows.map((row) => row.message_id);
}
