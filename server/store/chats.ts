/** Chats in the store. */
import type { Chat, ChatType } from "../domain/chats.ts";
import type { Media } from "../domain/media.ts";
import type { Awaitable, Lookup, ReadTx, Tx, Words } from "./db.ts";
import { releasePhoto } from "./released-files.ts";

export interface ChatRow {
  id: number;
  type: string;
  title: string;
  description: string;
  username: string | null;
  photo: string | null;
  creator_id: number | null;
  permissions: number;
  member_count: number;
  low_id: number | null;
  high_id: number | null;
}

/** The id by which the account of a member `m` knows a chat `c`: the other one's in a private chat. */
export const SHOWN_ID =
  "case when c.low_id is null then c.id when c.low_id = m.account_id then c.high_id else c.low_id end";

export const CHAT =
  "id, type, title, description, username, photo, creator_id, permissions, member_count, low_id, high_id";

export function toChat(row: ChatRow): Chat {
  return {
    id: row.id,
    type: row.type as ChatType,
    title: row.title,
    description: row.description,
    username: row.username,
    photo: row.photo === null ? null : (JSON.parse(row.photo) as Media),
    creator_id: row.creator_id,
    permissions: row.permissions,
    member_count: row.member_count,
    low_id: row.low_id,
    high_id: row.high_id,
  };
}

const CHAT_BY_ID: Lookup<Chat> = {
  sql: `select ${CHAT} from chat where id = ?`,
  tables: ["chat"],
  answer: ([row]: readonly ChatRow[]) => row && toChat(row),
};
const CHAT_BY_PARTIES: Lookup<Chat> = {
  ...CHAT_BY_ID,
  sql: `select ${CHAT} from chat where low_id = ? and high_id = ?`,
};

export function findChat(tx: ReadTx, id: number): Awaitable<Chat | undefined> {
  return tx.lookUp(CHAT_BY_ID, id);
}

/** Of chats with these ids, those that are there. */
export async function chatsWith(tx: ReadTx, words: Words, ids: readonly number[]): Promise<Chat[]> {
  const rows = await tx.all<ChatRow>(`select ${CHAT} from chat where id in ${words.numbers}`, JSON.stringify(ids));
  return rows.map(toChat);
}

/** The private chat of two accounts. */
export function findPrivateChat(tx: ReadTx, a: number, b: number): Awaitable<Chat | undefined> {
  return tx.lookUp(CHAT_BY_PARTIES, Math.min(a, b), Math.max(a, b));
}

/** Like `findChat`, holding the row until the transaction ends, as every work that changes a chat does first. */
export function holdChat(tx: Tx, id: number): Awaitable<Chat | undefined> {
  return tx.lookUpAndHold(CHAT_BY_ID, id);
}

/** Like `findPrivateChat`, holding the row until the transaction ends. */
export function holdPrivateChat(tx: Tx, a: number, b: number): Awaitable<Chat | undefined> {
  return tx.lookUpAndHold(CHAT_BY_PARTIES, Math.min(a, b), Math.max(a, b));
}

/** Groups and channels that a person owns. */
export async function countChatsOf(tx: ReadTx, creator_id: number): Promise<number> {
  const row = await tx.get<{ n: number }>("select count(*) as n from chat where creator_id = ?", creator_id);
  return Number(row!.n);
}

export async function insertChat(tx: Tx, chat: Chat, now_s: number): Promise<void> {
  await tx.run(
    `insert into chat (${CHAT}, photo_file, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    chat.id,
    chat.type,
    chat.title,
    chat.description,
    chat.username,
    chat.photo && JSON.stringify(chat.photo),
    chat.creator_id,
    chat.permissions,
    chat.member_count,
    chat.low_id,
    chat.high_id,
    chat.photo && chat.photo.file,
    now_s,
  );
}

export async function updateChat(tx: Tx, chat: Chat): Promise<void> {
  await releasePhoto(tx, "chat", chat.id, chat.photo);
  await tx.run(
    `update chat set title = ?, description = ?, username = ?, photo = ?, photo_file = ?, creator_id = ?, permissions = ?
     where id = ?`,
    chat.title,
    chat.description,
    chat.username,
    chat.photo && JSON.stringify(chat.photo),
    chat.photo && chat.photo.file,
    chat.creator_id,
    chat.permissions,
    chat.id,
  );
}

/** Counts people and bots in or out of a chat. */
export async function changeMemberCount(tx: Tx, chat_id: number, by: number): Promise<void> {
  if (by !== 0) await tx.run("update chat set member_count = member_count + ? where id = ?", by, chat_id);
}

export async function setCreator(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run("update chat set creator_id = ? where id = ?", account_id, chat_id);
}

/** Leaves a chat without a creator, unless somebody else has become it. */
export async function clearCreator(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run("update chat set creator_id = null where id = ? and creator_id = ?", chat_id, account_id);
}
