/** Callback queries: presses of inline buttons, until they are answered or too old. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { deletesOldest } from "../service/oldest-rows.ts";

/** Seconds within which a bot may answer a callback query. */
export const QUERY_LIFE_S = 150;

export interface StoredQuery {
  readonly id: string;
  readonly bot_id: number;
  readonly account_id: number;
  readonly chat_id: number;
  readonly message_id: number;
  readonly at: number;
  /** JSON of the answer, or `null` while there is none. */
  readonly answer: string | null;
}

const QUERY = "id, bot_id, account_id, chat_id, message_id, at, answer";

const INSERT_QUERY = write("callback_query")`
  insert into callback_query (id, bot_id, account_id, chat_id, message_id, at) values (?, ?, ?, ?, ?, ?)`;

export async function insertQuery(tx: Tx, query: Omit<StoredQuery, "answer">): Promise<void> {
  await tx.run(INSERT_QUERY, query.id, query.bot_id, query.account_id, query.chat_id, query.message_id, query.at);
}

const FIND_QUERY = read<StoredQuery>("callback_query")`select ${QUERY} from callback_query where id = ?`;

export function findQuery(tx: ReadTx, id: string): Promise<StoredQuery | undefined> {
  return tx.get(FIND_QUERY, id);
}

const ANSWER_QUERY = write<{ id: string }>("callback_query")`
  update callback_query set answer = ? where id = ? and answer is null returning id`;

/** Answers a callback query; of two concurrent calls, one answers it. @returns whether it had no answer */
export async function answerQuery(tx: Tx, id: string, answer: string): Promise<boolean> {
  const row = await tx.get(ANSWER_QUERY, answer, id);
  return row !== undefined;
}

/** Deletes callback queries that can no longer be answered. */
export const deleteQueriesBefore = deletesOldest({ table: "callback_query", key: "id", time: "at", until: "<" });
