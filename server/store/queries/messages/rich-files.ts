/** The files of rich messages besides the first, which is `message.file_id` as of other messages. */
import type { Content, Message } from "../../../domain/messages.ts";
import type { Tx } from "../../db.ts";
import { BufferedInsert, write } from "../../statement.ts";

const INSERT = new BufferedInsert("rich_file", ["chat_id", "message_id", "file_id"]);
const DELETE = write("rich_file")`delete from rich_file where chat_id = ? and message_id = ?`;

/** The ids of the further files of a message, each once. */
export function furtherFiles({ rich_files }: Content): number[] {
  if (!rich_files || rich_files.length < 2) return [];
  const [first, ...rest] = rich_files.map(({ file }) => file);
  return [...new Set(rest)].filter((id) => id !== first);
}

/** Saves which further files a message has. */
export async function insertRichFiles(tx: Tx, { chat_id, message_id }: Message, ids: readonly number[]): Promise<void> {
  for (const id of ids) await tx.buffer(INSERT, chat_id, message_id, id);
}

/** Forgets the further files of one message. The caller releases them. */
export async function deleteRichFiles(tx: Tx, { chat_id, message_id }: Message): Promise<void> {
  await tx.run(DELETE, chat_id, message_id);
}
