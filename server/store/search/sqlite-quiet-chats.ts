/** Search in many chats that have few messages: their rows are read from the store, without the lists of the chats. */
import type { Clause } from "../../domain/search/query.ts";
import type { RowStatement } from "../sqlite/row-statement.ts";

/** Messages in all of the chats, at most. Reading so many takes some milliseconds. */
export const MAX_QUIET_ROWS = 4000;

/** The rows of the messages of chats, or `undefined` if there are more than `MAX_QUIET_ROWS`. */
export type RowsOfChats = (chats: readonly number[]) => number[] | undefined;

/** Only the index of places is read, in which each chat's messages lie together. */
export const ROWS_OF_CHATS = `select message.row_id from json_each(?) as chat
  cross join message indexed by message_place on message.chat_id = chat.value limit ${MAX_QUIET_ROWS + 1}`;

/** @param statement - `ROWS_OF_CHATS`, prepared on the store */
export function rowsOfChats(statement: Pick<RowStatement, "all">, chats: readonly number[]): number[] | undefined {
  const rows = statement.all(JSON.stringify(chats)) as unknown as { row_id: number }[];
  return rows.length > MAX_QUIET_ROWS ? undefined : rows.map(({ row_id }) => row_id);
}

/** Whether the indexed words of a message match all clauses. Words are separated by blanks. */
export function wordsMatch(words: string, clauses: readonly Clause[]): boolean {
  const separated = ` ${words} `;
  return clauses.every(({ word, isPrefix }) => separated.includes(isPrefix ? ` ${word}` : ` ${word} `));
}
