/** Queries for the search index: edited and deleted messages, and messages that are not indexed yet. */
import type { Message } from "../../domain/messages.ts";
import type { ReadTx, Tx } from "../db.ts";
import { numbers, read, write } from "../statement.ts";
import { MESSAGE, toMessage, type MessageRow } from "../queries/messages/messages.ts";

/** A message with its row number, which rises with every message of the store. */
export interface RowedMessage {
  readonly row_id: number;
  readonly message: Message;
}

type Row = MessageRow & { readonly row_id: number };

function rowed(row: Row): RowedMessage {
  return { row_id: row.row_id, message: toMessage(row) };
}

const MESSAGES_OF_ROWS = read<Row>("message")`
  select row_id, ${MESSAGE} from message where row_id in ${numbers} order by row_id desc`;

/** The messages of some rows, the newest first. */
export async function messagesOfRows(tx: ReadTx, row_ids: readonly number[]): Promise<RowedMessage[]> {
  if (row_ids.length === 0) return [];
  return (await tx.all(MESSAGES_OF_ROWS, JSON.stringify(row_ids))).map(rowed);
}

const messagesWhere = (condition: string) =>
  read<Row>("message")`select row_id, ${MESSAGE} from message where ${condition} order by row_id desc limit ?`;
const MESSAGES_BETWEEN = messagesWhere("row_id > ? and row_id < ?");
const MESSAGES_OF_CHAT_BETWEEN = messagesWhere("row_id > ? and row_id < ? and chat_id = ?");

/** At most `limit` messages between two rows, the newest first, of all chats or of one. */
export async function messagesBetween(
  tx: ReadTx,
  { above, below, chat_id }: { readonly above: number; readonly below: number; readonly chat_id?: number | undefined },
  limit: number,
): Promise<RowedMessage[]> {
  const rows =
    chat_id === undefined
      ? await tx.all(MESSAGES_BETWEEN, above, below, limit)
      : await tx.all(MESSAGES_OF_CHAT_BETWEEN, above, below, chat_id, limit);
  return rows.map(rowed);
}

const ROW_BEFORE = read<{ row_id: number }>("message")`
  select row_id from message where chat_id = ? and message_id < ? order by message_id desc limit 1`;

/** The lowest row from which on a chat has no message before `message_id`. */
export async function rowBefore(tx: ReadTx, chat_id: number, message_id: number): Promise<number> {
  const row = await tx.get(ROW_BEFORE, chat_id, message_id);
  return row ? row.row_id + 1 : 0;
}

const CHANGED_SINCE = read<{ row_id: number }>("message_change")`
  select row_id from message_change where id > ? order by id limit ?`;

/** Rows whose message was edited or deleted after `change`. */
export async function changedSince(tx: ReadTx, change: number, limit: number): Promise<number[]> {
  const rows = await tx.all(CHANGED_SINCE, change, limit);
  return rows.map(({ row_id }) => row_id);
}

const FORGET_CHANGES = write("message_change")`
  delete from message_change where id <= ? and id < (select max(id) from message_change)`;

/** Deletes the changes up to one, except the last row, whose number SQLite would otherwise reuse. */
export function forgetChanges(tx: Tx, up_to: number): Promise<void> {
  return tx.run(FORGET_CHANGES, up_to);
}

/** The highest row of a message that the store has had, and the last change. */
export interface Ends {
  readonly row: number;
  readonly change: number;
}

const LAST_ROW = read<{ row: number | null }>("message")`select max(row_id) as row from message`;
const LAST_CHANGE = read<{ row: number | null; change: number | null }>("message_change")`
  select max(row_id) as row, max(id) as change from message_change`;

export async function endsOf(tx: ReadTx): Promise<Ends> {
  const messages = await tx.get(LAST_ROW);
  const changes = await tx.get(LAST_CHANGE);
  return { row: Math.max(messages?.row ?? 0, changes?.row ?? 0), change: changes?.change ?? 0 };
}
