/** What is asked of the store to tell many screens at once how much of a chat is unread to each. */
import { unreadAfter, type Reading } from "./history.ts";
import type { ReadTx } from "./db.ts";

/** A message, and who said it. */
export interface SaidBy {
  readonly message_id: number;
  readonly sender_id: number;
}

/** The newest messages of a chat, the newest first. */
export function newestSenders(tx: ReadTx, chat_id: number, limit: number): Promise<SaidBy[]> {
  return tx.all<SaidBy>(
    "select message_id, sender_id from message where chat_id = ? order by message_id desc limit ?",
    chat_id,
    limit,
  );
}

/** The messages of a chat after `message_id`, the oldest first. */
export function sendersAfter(tx: ReadTx, chat_id: number, message_id: number, limit: number): Promise<SaidBy[]> {
  return tx.all<SaidBy>(
    "select message_id, sender_id from message where chat_id = ? and message_id > ? order by message_id limit ?",
    chat_id,
    message_id,
    limit,
  );
}

/** People that one statement asks for. */
export const POINTERS_AT_ONCE = 250;

const POINTERS = `select account_id, read_up_to, joined_after from member
  where chat_id = ? and account_id in (${Array.from({ length: POINTERS_AT_ONCE }, () => "?").join(", ")})`;

/** The message after which a chat is unread to each of at most `POINTERS_AT_ONCE` people. */
export async function pointersOf(
  tx: ReadTx,
  chat_id: number,
  account_ids: readonly number[],
): Promise<Map<number, number>> {
  // One statement for any number: the rest of its places hold an id that nobody has.
  const ids = Array.from({ length: POINTERS_AT_ONCE }, (_, at) => account_ids[at] ?? 0);
  const rows = await tx.all<Reading & { readonly account_id: number }>(POINTERS, chat_id, ...ids);
  return new Map(rows.map((row) => [row.account_id, unreadAfter(row)]));
}
