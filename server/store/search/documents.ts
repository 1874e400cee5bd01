/** Messages in the form of the search index. */
import { indexWords } from "../../domain/search/document.ts";
import { toContent, type MessageRow } from "../queries/messages/messages.ts";

/** A message in the index; without words if the message was deleted. */
export interface Document {
  readonly row_id: number;
  readonly chat_id: number;
  readonly date: number;
  readonly words: string | undefined;
}

const SEARCHED_COLUMNS = ["chat_id", "sender_id", "sender_chat_id", "thread_id", "date", "text", "content"] as const;

/** What the index reads of a row of the table `message`, with the row's number. */
export type NumberedRow = Pick<MessageRow, (typeof SEARCHED_COLUMNS)[number]> & { readonly row_id: number };

/** The columns of a `NumberedRow`. */
export const NUMBERED_ROW = ["row_id", ...SEARCHED_COLUMNS].join(", ");

export function documentOf(row: NumberedRow): Document {
  const { row_id, chat_id, sender_id, sender_chat_id, thread_id, date, text } = row;
  // Written out: to copy the other members of a row costs as much as to find its words.
  const words = indexWords({ chat_id, sender_id, sender_chat_id, thread_id, text, content: toContent(row.content) });
  return { row_id, chat_id, date, words };
}

/** Documents for changed rows. A row that no longer exists gives a document without words. */
export function documentsOf(row_ids: readonly number[], rows: readonly NumberedRow[]): Document[] {
  const there = new Map(rows.map((row) => [row.row_id, row]));
  return [...new Set(row_ids)].map((row_id) => {
    const row = there.get(row_id);
    return row ? documentOf(row) : { row_id, chat_id: 0, date: 0, words: undefined };
  });
}
