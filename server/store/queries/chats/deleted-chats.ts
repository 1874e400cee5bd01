/** Deleting a chat: at once the chat and its members, later and in pages its messages and events. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, readOfStream, write } from "../../statement.ts";
import { releaseFilesUpTo, releasePhoto } from "../files/released-files.ts";
import { DELETE_EVENTS_UP_TO } from "../streams/streams.ts";
import { noteChange } from "../../search/note-change.ts";

const DELETE_OF_CHAT = [
  "member",
  "bot_access",
  "chat_setting",
  "join_request",
  "invite_link",
  "deleted_messages",
  "retention_rule",
  "topic",
  "topic_reader",
  "live_location",
].map((table) => write(table)`delete from ${table} where chat_id = ?`);
const DELETE_CHAT = write("chat")`delete from chat where id = ?`;
const INSERT_DELETED_CHAT = write("deleted_chat")`insert into deleted_chat (id) values (?)`;

/**
 * Deletes the chat and its members. Its stream stays until it is cleared, because clients still read the deletion from
 * it.
 */
export async function deleteChatRows(tx: Tx, id: number): Promise<void> {
  for (const statement of DELETE_OF_CHAT) await tx.run(statement, id);
  await releasePhoto(tx, "chat", id, null);
  await tx.run(DELETE_CHAT, id);
  await tx.run(INSERT_DELETED_CHAT, id);
}

const CHATS_TO_CLEAR = read<{ id: number }>("deleted_chat", "legal_hold")`
  select id from deleted_chat where not exists (select 1 from legal_hold h where h.subject_kind = 'chat'
    and h.subject_id = deleted_chat.id)
  order by id`;

/** Deleted chats that still have messages or events, without those under a legal hold. */
export async function chatsToClear(tx: ReadTx): Promise<number[]> {
  return (await tx.all(CHATS_TO_CLEAR)).map((row) => row.id);
}

const DELETE_MESSAGES_UP_TO = ["mention", "pinned_message", "reaction", "unseen_reaction", "rich_file", "message"].map(
  (table) => write(table)`delete from ${table} where chat_id = ? and message_id <= ?`,
);
const LAST_MESSAGE_OF_PAGE = read<{ last: number | null }>("message")`
  select max(message_id) as last from (
    select message_id from message where chat_id = ? order by message_id limit ?) as page`;
const LAST_EVENT_OF_PAGE = readOfStream<{ last: number | null }>("event")`
  select max(seq) as last from (select seq from event where stream = ? order by seq limit ?) as page`;
const DELETE_STREAM = write("stream")`delete from stream where id = ?`;
const DELETE_DELETED_CHAT = write("deleted_chat")`delete from deleted_chat where id = ?`;

/** Deletes up to `limit` messages and events of a deleted chat. @returns whether any are left */
export async function clearChat(tx: Tx, id: number, limit: number): Promise<boolean> {
  const message_id = (await tx.get(LAST_MESSAGE_OF_PAGE, id, limit))?.last ?? null;
  if (message_id !== null) {
    await releaseFilesUpTo(tx, id, message_id);
    await noteChange(tx, id, "<=", message_id);
    for (const statement of DELETE_MESSAGES_UP_TO) await tx.run(statement, id, message_id);
  }
  const seq = (await tx.get(LAST_EVENT_OF_PAGE, id, limit))?.last ?? null;
  if (seq !== null) await tx.run(DELETE_EVENTS_UP_TO, id, seq);
  if (message_id !== null || seq !== null) return true;
  await tx.run(DELETE_STREAM, id);
  await tx.run(DELETE_DELETED_CHAT, id);
  return false;
}
