/** Pinned messages. */
import type { ReadTx, Tx } from "../../db.ts";

/** Pins a message, or moves its pin to the top. */
export async function pin(tx: Tx, chat_id: number, message_id: number, now_s: number): Promise<void> {
  const [last] = await tx.all<{ at: number | null }>(
    "select max(at) as at from pinned_message where chat_id = ?",
    chat_id,
  );
  await tx.run(
    `insert into pinned_message (chat_id, message_id, at) values (?, ?, ?)
     on conflict (chat_id, message_id) do update set at = excluded.at`,
    chat_id,
    message_id,
    // Several pins within a second keep their order.
    Math.max(now_s, (last?.at ?? 0) + 1),
  );
}

export async function unpin(tx: Tx, chat_id: number, message_id: number): Promise<void> {
  await tx.run("delete from pinned_message where chat_id = ? and message_id = ?", chat_id, message_id);
}

export async function unpinAll(tx: Tx, chat_id: number): Promise<void> {
  await tx.run("delete from pinned_message where chat_id = ?", chat_id);
}

export async function isPinned(tx: ReadTx, chat_id: number, message_id: number): Promise<boolean> {
  const row = await tx.get<{ message_id: number }>(
    "select message_id from pinned_message where chat_id = ? and message_id = ?",
    chat_id,
    message_id,
  );
  return row !== undefined;
}

/** The ids of a chat's pinned messages, the latest pin first, at most `limit`. */
export async function pinnedMessages(tx: ReadTx, chat_id: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ message_id: number }>(
    "select message_id from pinned_message where chat_id = ? order by at desc, message_id desc limit ?",
    chat_id,
    limit,
  );
  return rows.map((row) => row.message_id);
}
