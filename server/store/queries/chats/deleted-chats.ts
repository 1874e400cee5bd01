/** Deleting a chat: at once the chat and its members, later and in pages its messages and events. */
import type { ReadTx, Tx } from "../../db.ts";
import { releaseFilesUpTo, releasePhoto } from "../files/released-files.ts";
import { noteChange } from "../../search/note-change.ts";

/**
 * Deletes the chat and its members. Its stream stays until it is cleared, because clients still read the deletion from
 * it.
 */
export async function deleteChatRows(tx: Tx, id: number): Promise<void> {
  for (const table of ["member", "bot_access", "chat_setting", "join_request", "invite_link", "deleted_messages"]) {
    await tx.run(`delete from ${table} where chat_id = ?`, id);
  }
  await releasePhoto(tx, "chat", id, null);
  await tx.run("delete from chat where id = ?", id);
  await tx.run("insert into deleted_chat (id) values (?)", id);
}

/** Deleted chats that still have messages or events. */
export async function chatsToClear(tx: ReadTx): Promise<number[]> {
  return (await tx.all<{ id: number }>("select id from deleted_chat order by id")).map((row) => row.id);
}

const BY_MESSAGE = ["mention", "pinned_message", "message"];

/** Deletes up to `limit` messages and events of a deleted chat. @returns whether any are left */
export async function clearChat(tx: Tx, id: number, limit: number): Promise<boolean> {
  const message_id = await lastOfPage(tx, "message_id", "message where chat_id", id, limit);
  if (message_id !== null) {
    await releaseFilesUpTo(tx, id, message_id);
    await noteChange(tx, id, "<=", message_id);
    for (const table of BY_MESSAGE) {
      await tx.run(`delete from ${table} where chat_id = ? and message_id <= ?`, id, message_id);
    }
  }
  const seq = await lastOfPage(tx, "seq", "event where stream", id, limit);
  if (seq !== null) await tx.run("delete from event where stream = ? and seq <= ?", id, seq);
  if (message_id !== null || seq !== null) return true;
  await tx.run("delete from stream where id = ?", id);
  await tx.run("delete from deleted_chat where id = ?", id);
  return false;
}

async function lastOfPage(tx: Tx, column: string, of: string, id: number, limit: number): Promise<number | null> {
  const row = await tx.get<{ last: number | null }>(
    `select max(${column}) as last from (select ${column} from ${of} = ? order by ${column} limit ?) as page`,
    id,
    limit,
  );
  return row?.last ?? null;
}
