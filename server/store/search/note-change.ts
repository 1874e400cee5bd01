/** Records edited and deleted messages for the search index, in the transaction that changes them. */
import type { Tx } from "../db.ts";
import { write } from "../statement.ts";

const noteChangeOf = (sign: string) =>
  write("message_change", { reads: ["message"] })`
    insert into message_change (row_id) select row_id from message where chat_id = ? and message_id ${sign} ?`;
const NOTE_CHANGE = { "=": noteChangeOf("="), "<=": noteChangeOf("<=") };

/** Records a change of one message of a chat, or of all up to one. Must be called before they are deleted. */
export function noteChange(tx: Tx, chat_id: number, sign: keyof typeof NOTE_CHANGE, message_id: number): Promise<void> {
  return tx.run(NOTE_CHANGE[sign], chat_id, message_id);
}
