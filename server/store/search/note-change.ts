/** Records edited and deleted messages for the search index, in the transaction that changes them. */
import type { Tx } from "../db.ts";

/** Records a change of one message of a chat, or of all up to one. Must be called before they are deleted. */
export function noteChange(tx: Tx, chat_id: number, sign: "=" | "<=", message_id: number): Promise<void> {
  return tx.run(
    `insert into message_change (row_id) select row_id from message where chat_id = ? and message_id ${sign} ?`,
    chat_id,
    message_id,
  );
}
