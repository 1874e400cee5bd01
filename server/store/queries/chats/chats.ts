/** Chats: private chats, groups and channels. */
import type { Chat, ChatType } from "../../../domain/chats.ts";
import type { Media } from "../../../domain/media.ts";
import type { LookupCall, ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { Lookup } from "../../lookup.ts";
import { releasePhoto } from "../files/released-files.ts";

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
  link_previews: number;
  low_id: number | null;
  high_id: number | null;
  is_forum: number;
  reactions: string | null;
}

/** The id that the account of a member `m` sees for a chat `c`: in a private chat, the id of the other account. */
export const SHOWN_ID =
  "case when c.low_id is null then c.id when c.low_id = m.account_id then c.high_id else c.low_id end";

export const CHAT = `id, type, title, description, username, photo, creator_id, permissions, member_count, link_previews,
  low_id, high_id, is_forum, reactions`;

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
    link_previews: row.link_previews === 1,
    low_id: row.low_id,
    high_id: row.high_id,
    is_forum: row.is_forum === 1,
    ...(row.reactions === null ? undefined : { available_reactions: JSON.parse(row.reactions) as string[] }),
  };
}

/** The row of a chat, whose lock protects most of the store. */
export const CHAT_BY_ID = new Lookup<Chat>({
  select: CHAT,
  from: "chat where id = ?",
  tables: ["chat"],
  versionedBy: ["chat"],
  decode: ([row]: readonly ChatRow[]) => row && toChat(row),
});
/** The id of the private chat of two accounts. Such a row is never changed. */
const PRIVATE_CHAT = new Lookup<number>({
  select: "chat_id",
  from: "private_chat where low_id = ? and high_id = ?",
  tables: ["private_chat"],
  decode: ([row]: readonly { chat_id: number }[]) => row?.chat_id,
});

export function findChat(tx: ReadTx, id: number): MaybePromise<Chat | undefined> {
  return tx.lookUp(CHAT_BY_ID, id);
}

const CHATS_WITH = read<ChatRow>("chat")`select ${CHAT} from chat where id in ${numbers}`;

/** The chats with these ids that exist. */
export async function chatsWith(tx: ReadTx, ids: readonly number[]): Promise<Chat[]> {
  const rows = await tx.all(CHATS_WITH, JSON.stringify(ids));
  return rows.map(toChat);
}

/** The id of the private chat of two accounts. */
export function findPrivateChatId(tx: ReadTx, a: number, b: number): MaybePromise<number | undefined> {
  return tx.lookUp(PRIVATE_CHAT, Math.min(a, b), Math.max(a, b));
}

/** The private chat of two accounts. */
export async function findPrivateChat(tx: ReadTx, a: number, b: number): Promise<Chat | undefined> {
  const id = await findPrivateChatId(tx, a, b);
  return id === undefined ? undefined : findChat(tx, id);
}

/** Like `findChat`, holding the row until the transaction ends, as every work that changes a chat does first. */
export function lockChat(tx: Tx, id: number): MaybePromise<Chat | undefined> {
  return tx.lookUpAndLock(CHAT_BY_ID, id);
}

/** What `lockChat` looks up. */
export function chatLookup(id: number): LookupCall {
  return { lookup: CHAT_BY_ID, keys: [id] };
}

/** Like `findPrivateChat`, holding the row until the transaction ends. */
export async function lockPrivateChat(tx: Tx, a: number, b: number): Promise<Chat | undefined> {
  const id = await findPrivateChatId(tx, a, b);
  return id === undefined ? undefined : lockChat(tx, id);
}

const COUNT_CHATS_OF = read<{ n: number }>("chat")`select count(*) as n from chat where creator_id = ?`;

/** How many groups and channels a person owns. */
export async function countChatsOf(tx: ReadTx, creator_id: number): Promise<number> {
  const row = await tx.get(COUNT_CHATS_OF, creator_id);
  return Number(row!.n);
}

const INSERT_CHAT = write("chat")`
  insert into chat (${CHAT}, photo_file, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const INSERT_PRIVATE_CHAT = write("private_chat")`insert into private_chat (low_id, high_id, chat_id) values (?, ?, ?)`;

export async function insertChat(tx: Tx, chat: Chat, now_s: number): Promise<void> {
  await tx.run(
    INSERT_CHAT,
    chat.id,
    chat.type,
    chat.title,
    chat.description,
    chat.username,
    chat.photo && JSON.stringify(chat.photo),
    chat.creator_id,
    chat.permissions,
    chat.member_count,
    chat.link_previews ? 1 : 0,
    chat.low_id,
    chat.high_id,
    chat.is_forum ? 1 : 0,
    reactionsJson(chat),
    chat.photo && chat.photo.file,
    now_s,
  );
  if (chat.low_id === null || chat.high_id === null) return;
  await tx.run(INSERT_PRIVATE_CHAT, chat.low_id, chat.high_id, chat.id);
}

const UPDATE_CHAT = write("chat")`
  update chat set title = ?, description = ?, username = ?, photo = ?, photo_file = ?, creator_id = ?, permissions = ?,
    link_previews = ?, reactions = ?
  where id = ?`;

export async function updateChat(tx: Tx, chat: Chat): Promise<void> {
  await releasePhoto(tx, "chat", chat.id, chat.photo);
  await tx.run(
    UPDATE_CHAT,
    chat.title,
    chat.description,
    chat.username,
    chat.photo && JSON.stringify(chat.photo),
    chat.photo && chat.photo.file,
    chat.creator_id,
    chat.permissions,
    chat.link_previews ? 1 : 0,
    reactionsJson(chat),
    chat.id,
  );
}

const SET_FORUM = write("chat")`update chat set is_forum = ? where id = ?`;

/** Gives a group topics, or takes them away. */
export async function setForum(tx: Tx, chat_id: number, is_forum: boolean): Promise<void> {
  await tx.run(SET_FORUM, is_forum ? 1 : 0, chat_id);
}

function reactionsJson({ available_reactions }: Chat): string | null {
  return available_reactions ? JSON.stringify(available_reactions) : null;
}

const CHANGE_MEMBER_COUNT = write("chat")`update chat set member_count = member_count + ? where id = ?`;

/** Adds `by` to the number of members. */
export async function changeMemberCount(tx: Tx, chat_id: number, by: number): Promise<void> {
  if (by !== 0) await tx.run(CHANGE_MEMBER_COUNT, by, chat_id);
}

const SET_CREATOR = write("chat")`update chat set creator_id = ? where id = ?`;

export async function setCreator(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run(SET_CREATOR, account_id, chat_id);
}

const CLEAR_CREATOR = write("chat")`update chat set creator_id = null where id = ? and creator_id = ?`;

/** Removes an account as the creator of a chat, unless somebody else has become it. */
export async function clearCreator(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run(CLEAR_CREATOR, chat_id, account_id);
}
