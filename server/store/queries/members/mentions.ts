/** Unread mentions in the store: a row for every person that a message is to reach besides all others. */
import type { ReadTx, Tx } from "../../db.ts";

const INSERT = "insert into mention (account_id, chat_id, message_id) values (?, ?, ?)";

/** Notes that a new message mentions somebody. */
export function addMention(tx: Tx, account_id: number, chat_id: number, message_id: number): Promise<void> | undefined {
  return tx.bufferInsert(INSERT, account_id, chat_id, message_id);
}

/** How many unread messages mention a person. */
export async function countMentions(tx: ReadTx, account_id: number, chat_id: number): Promise<number> {
  const row = await tx.get<{ n: number }>(
    "select count(*) as n from mention where account_id = ? and chat_id = ?",
    account_id,
    chat_id,
  );
  return row!.n;
}

/** The ids of unread messages that mention a person, the oldest first. */
export async function listMentions(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await tx.all<{ message_id: number }>(
    `select message_id from mention where account_id = ? and chat_id = ? and message_id > ?
     order by message_id limit ?`,
    account_id,
    chat_id,
    after,
    limit,
  );
  return rows.map((row) => row.message_id);
}

/** Deletes the mentions that a person has read. */
export async function deleteMentionsUpTo(tx: Tx, account_id: number, chat_id: number, up_to: number): Promise<void> {
  await tx.run(
    "delete from mention where account_id = ? and chat_id = ? and message_id <= ?",
    account_id,
    chat_id,
    up_to,
  );
}

/** Deletes the mentions in a deleted message. @returns the people who had not read it */
export async function deleteMentionsIn(tx: Tx, chat_id: number, message_id: number): Promise<number[]> {
  const rows = await tx.all<{ account_id: number }>(
    "delete from mention where chat_id = ? and message_id = ? returning account_id",
    chat_id,
    message_id,
  );
  return rows.map((row) => row.account_id).sort((a, b) => a - b);
}
