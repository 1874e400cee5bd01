/** Queries for the search index: edited and deleted messages, and messages that are not indexed yet. */
import type { Message } from "../../domain/messages.ts";
import type { ReadTx, Tx } from "../db.ts";
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

/** The messages of some rows, the newest first. */
export async function messagesOfRows(tx: ReadTx, row_ids: readonly number[]): Promise<RowedMessage[]> {
  if (row_ids.length === 0) return [];
  const marks = row_ids.map(() => "?").join(", ");
  const rows = await tx.all<Row>(
    `select row_id, ${MESSAGE} from message where row_id in (${marks}) order by row_id desc`,
    ...row_ids,
  );
  return rows.map(rowed);
}

/** At most `limit` messages between two rows, the newest first, of all chats or of one. */
export async function messagesBetween(
  tx: ReadTx,
  { above, below, chat_id }: { readonly above: number; readonly below: number; readonly chat_id?: number | undefined },
  limit: number,
): Promise<RowedMessage[]> {
  const inChat = chat_id === undefined ? "" : "and chat_id = ?";
  const rows = await tx.all<Row>(
    `select row_id, ${MESSAGE} from message where row_id > ? and row_id < ? ${inChat} order by row_id desc limit ?`,
    above,
    below,
    ...(chat_id === undefined ? [] : [chat_id]),
    limit,
  );
  return rows.map(rowed);
}

/** The lowest row from which on a chat has no message before `message_id`. */
export async function rowBefore(tx: ReadTx, chat_id: number, message_id: number): Promise<number> {
  const row = await tx.get<{ row_id: number }>(
    "select row_id from message where chat_id = ? and message_id < ? order by message_id desc limit 1",
    chat_id,
    message_id,
  );
  return row ? row.row_id + 1 : 0;
}

/** Rows whose message was edited or deleted after `change`. */
export async function changedSince(tx: ReadTx, change: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ row_id: number }>(
    "select row_id from message_change where id > ? order by id limit ?",
    change,
    limit,
  );
  return rows.map(({ row_id }) => row_id);
}

/** Deletes the changes up to one, except the last row, whose number SQLite would otherwise reuse. */
export function forgetChanges(tx: Tx, up_to: number): Promise<void> {
  return tx.run("delete from message_change where id <= ? and id < (select max(id) from message_change)", up_to);
}

/** The highest row of a message that the store has had, and the last change. */
export interface Ends {
  readonly row: number;
  readonly change: number;
}

export async function endsOf(tx: ReadTx): Promise<Ends> {
  const messages = await tx.get<{ row: number | null }>("select max(row_id) as row from message");
  const changes = await tx.get<{ row: number | null; change: number | null }>(
    "select max(row_id) as row, max(id) as change from message_change",
  );
  return { row: Math.max(messages?.row ?? 0, changes?.row ?? 0), change: changes?.change ?? 0 };
}
