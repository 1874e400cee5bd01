/** Tells the search index of messages that are edited or deleted, in the transaction that does it. */
import type { Tx } from "../db.ts";

/** Notes that messages of a chat change: one, or all up to one. To be called while they are there. */
export function noteChange(tx: Tx, chat_id: number, sign: "=" | "<=", message_id: number): Promise<void> {
  return tx.run(
    `insert into message_change (row_id) select row_id from message where chat_id = ? and message_id ${sign} ?`,
    chat_id,
    message_id,
  );
}
