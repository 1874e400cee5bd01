/** Messages: reading, inserting, editing and deleting them. */
import type { Account } from "../../../domain/accounts.ts";
import { mediaOf, type Content, type Message } from "../../../domain/messages.ts";
import { RefusalError } from "../../../domain/refusals.ts";
import { richOfStored, storedRich } from "../../../domain/rich/stored-form.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { BufferedInsert, numbers, pairs, read, readOfMessage, write } from "../../statement.ts";
import { ACCOUNT, toAccount, type AccountRow } from "../accounts/accounts.ts";
import { releaseFile } from "../files/released-files.ts";
import { recordDeletion } from "../members/unread.ts";
import { toCounts } from "./reactions.ts";
import { deleteRichFiles, furtherFiles, insertRichFiles } from "./rich-files.ts";
import { noteChange } from "../../search/note-change.ts";

/** A row of a message. */
export interface MessageRow {
  chat_id: number;
  message_id: number;
  sender_id: number;
  sender_chat_id: number | null;
  date: number;
  edit_date: number | null;
  reply_to: number | null;
  media_group_id: string | null;
  thread_id: number | null;
  text: string;
  content: string;
  reactions: string | null;
}

/** The columns of a new message, which has no reactions. */
const NEW_MESSAGE =
  "chat_id, message_id, sender_id, sender_chat_id, date, edit_date, reply_to, media_group_id, thread_id, text, content";

/** The columns of a message. */
export const MESSAGE = `${NEW_MESSAGE}, reactions`;

const EMPTY: Content = {};

/** The message of a row. */
export function toMessage(row: MessageRow): Message {
  return {
    chat_id: row.chat_id,
    message_id: row.message_id,
    sender_id: row.sender_id,
    sender_chat_id: row.sender_chat_id,
    date: row.date,
    edit_date: row.edit_date,
    reply_to: row.reply_to,
    media_group_id: row.media_group_id,
    thread_id: row.thread_id,
    text: row.text,
    content: toContent(row.content),
    ...(row.reactions === null ? undefined : { reactions: toCounts(row.reactions) }),
  };
}

/** Selects a message by its chat and its id. */
export const FIND_MESSAGE = readOfMessage<MessageRow>()`
  select ${MESSAGE} from message where chat_id = ? and message_id = ?`;

/** The content of a row, from its JSON. */
export function toContent(json: string): Content {
  if (json === "{}") return EMPTY;
  const content = JSON.parse(json) as Content;
  return content.rich ? { ...content, rich: richOfStored(content.rich) } : content;
}

export async function findMessage(tx: ReadTx, chat_id: number, message_id: number): Promise<Message | undefined> {
  const row = await tx.get(FIND_MESSAGE, chat_id, message_id);
  return row && toMessage(row);
}

/** A message, and the account that sent it. */
export interface SentMessage {
  readonly message: Message;
  readonly sender: Account;
}

function toSent(row: MessageRow & AccountRow): SentMessage {
  return { message: toMessage(row), sender: toAccount(row) };
}

const FIND_SENT_MESSAGE = read<MessageRow & AccountRow>("message", "account")`
  select ${MESSAGE}, ${ACCOUNT} from message join account a on a.id = sender_id
  where chat_id = ? and message_id = ?`;

/** A message together with its sender. */
export async function findSentMessage(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
): Promise<SentMessage | undefined> {
  const row = await tx.get(FIND_SENT_MESSAGE, chat_id, message_id);
  return row && toSent(row);
}

const NEWEST_MESSAGES_OF = read<MessageRow>("stream", "message")`
  select ${MESSAGE} from stream s join message on message.chat_id = s.id
    and message.message_id = (select max(e.message_id) from message e where e.chat_id = s.id)
  where s.id in ${numbers}`;

/** The newest message of each of these chats that has one. */
export async function newestMessagesOf(tx: ReadTx, chat_ids: readonly number[]): Promise<Message[]> {
  const rows = await tx.all(NEWEST_MESSAGES_OF, JSON.stringify(chat_ids));
  return rows.map(toMessage);
}

/** The position of a message: its chat, and its id there. */
export type MessagePlace = readonly [chat_id: number, message_id: number];

const MESSAGES_AT = read<MessageRow & AccountRow>("message", "account")`
  select ${MESSAGE}, ${ACCOUNT} from ${pairs} as place
  join message on message.chat_id = place.first and message.message_id = place.second
  join account a on a.id = message.sender_id`;

/** The messages at these positions that exist, with their senders. */
export async function messagesAt(tx: ReadTx, places: readonly MessagePlace[]): Promise<SentMessage[]> {
  const rows = await tx.all(MESSAGES_AT, JSON.stringify(places));
  return rows.map(toSent);
}

const ANSWERS_TO = read<MessageRow>("message")`
  select ${MESSAGE} from message where chat_id = ? and reply_to = ? and message_id > ?
  order by message_id desc limit ?`;

/** Replies to a message after `after`, the newest first, at most `limit`. */
export async function answersTo(
  tx: ReadTx,
  chat_id: number,
  message_id: number,
  after: number,
  limit: number,
): Promise<Message[]> {
  const rows = await tx.all(ANSWERS_TO, chat_id, message_id, after, limit);
  return rows.map(toMessage);
}

const INSERT = new BufferedInsert("message", [...NEW_MESSAGE.split(", "), "file_id"]);
/** Most messages leave the other columns null. Fewer parameters make the redo record shorter. */
const INSERT_PLAIN = new BufferedInsert("message", ["chat_id", "message_id", "sender_id", "date", "text", "content"]);

/** Saves a message under an id that was taken for it. */
export function insertMessage(tx: Tx, message: Message): Promise<void> | undefined {
  const { chat_id, message_id, sender_id, sender_chat_id, date, edit_date, reply_to, media_group_id, text, thread_id } =
    message;
  const content = contentJson(message);
  const file_id = fileOf(message);
  const isPlain = sender_chat_id === null && edit_date === null && reply_to === null && media_group_id === null;
  if (isPlain && file_id === null && thread_id === null) {
    return tx.buffer(INSERT_PLAIN, chat_id, message_id, sender_id, date, text, content);
  }
  const rest = [sender_chat_id, date, edit_date, reply_to, media_group_id, thread_id, text, content, file_id] as const;
  const inserted = tx.buffer(INSERT, chat_id, message_id, sender_id, ...rest);
  const files = furtherFiles(message.content);
  return files.length === 0 ? inserted : Promise.resolve(inserted).then(() => insertRichFiles(tx, message, files));
}

/**
 * Most characters of the JSON of a message beside its text. A history has 200 messages, and an answer of `getUpdates` a
 * hundred. A plain entity on each of 4096 characters has 170,000.
 */
const MAX_CONTENT = 192 * 1024;
/** The same of a rich message. A table of 500 rows and 20 columns with a format in each cell has 300,000. */
const MAX_RICH_CONTENT = 512 * 1024;

/** @throws RefusalError */
function contentJson({ content }: Message): string {
  const { rich } = content;
  const json = JSON.stringify(rich ? { ...content, rich: storedRich(rich) } : content);
  if (json.length > (rich ? MAX_RICH_CONTENT : MAX_CONTENT)) throw new RefusalError("CONTENT_TOO_LONG");
  return json;
}

/** The file that a message refers to. */
function fileOf(message: Message): number | null {
  return mediaOf(message.content)?.file ?? null;
}

const UPDATE_MESSAGE = write("message")`
  update message set edit_date = ?, text = ?, content = ?, file_id = ? where chat_id = ? and message_id = ?`;

/** Saves an edited message. */
export async function updateMessage(tx: Tx, message: Message, before: Message): Promise<void> {
  const [file_id, file_before] = [fileOf(message), fileOf(before)];
  await tx.run(
    UPDATE_MESSAGE,
    message.edit_date,
    message.text,
    contentJson(message),
    file_id,
    message.chat_id,
    message.message_id,
  );
  await noteChange(tx, message.chat_id, "=", message.message_id);
  if (file_before !== null && file_before !== file_id) await releaseFile(tx, file_before);
  await replaceRichFiles(tx, message, before);
}

async function replaceRichFiles(tx: Tx, message: Message, before: Message): Promise<void> {
  const [files, old] = [furtherFiles(message.content), furtherFiles(before.content)];
  if (JSON.stringify(files) === JSON.stringify(old)) return;
  if (old.length > 0) await deleteRichFiles(tx, before);
  for (const id of old) await releaseFile(tx, id);
  await insertRichFiles(tx, message, files);
}

const DELETE_MESSAGE = write("message")`delete from message where chat_id = ? and message_id = ?`;

const DELETE_LIVE = write("live_location")`delete from live_location where chat_id = ? and message_id = ?`;

/** Forgets a live location that was stopped or deleted. */
export async function deleteLiveLocation(tx: Tx, { chat_id, message_id }: Message): Promise<void> {
  await tx.run(DELETE_LIVE, chat_id, message_id);
}

/** Deletes a message that exists. The chat must be locked. */
export async function deleteMessage(tx: Tx, message: Message): Promise<void> {
  const { chat_id, message_id, sender_id } = message;
  await noteChange(tx, chat_id, "=", message_id);
  await tx.run(DELETE_MESSAGE, chat_id, message_id);
  await recordDeletion(tx, chat_id, message_id, sender_id);
  if (message.content.location?.live_period !== undefined) await deleteLiveLocation(tx, message);
  const file_id = fileOf(message);
  if (file_id !== null) await releaseFile(tx, file_id);
  const further = furtherFiles(message.content);
  if (further.length > 0) await deleteRichFiles(tx, message);
  for (const id of further) await releaseFile(tx, id);
}
