/** Messages in the form of the search index. */
import { indexWords } from "../../domain/search/document.ts";
import { toMessage, type MessageRow } from "../queries/messages/messages.ts";

/** A message in the index; without words if the message was deleted. */
export interface Document {
  readonly row_id: number;
  readonly chat_id: number;
  readonly date: number;
  readonly words: string | undefined;
}

/** A row of the table `message` with its number. */
export type NumberedRow = MessageRow & { readonly row_id: number };

export function documentOf(row: NumberedRow): Document {
  const { row_id, chat_id, date } = row;
  return { row_id, chat_id, date, words: indexWords(toMessage(row)) };
}

/** Documents for changed rows. A row that no longer exists gives a document without words. */
export function documentsOf(row_ids: readonly number[], rows: readonly NumberedRow[]): Document[] {
  const there = new Map(rows.map((row) => [row.row_id, row]));
  return [...new Set(row_ids)].map((row_id) => {
    const row = there.get(row_id);
    return row ? documentOf(row) : { row_id, chat_id: 0, date: 0, words: undefined };
  });
}
