/** Finding people, bots and public chats by name. */
import type { Account } from "../../../domain/accounts.ts";
import type { Chat } from "../../../domain/chats.ts";
import { ACCOUNT, toAccount, type AccountRow } from "./accounts.ts";
import { CHAT, toChat, type ChatRow } from "../chats/chats.ts";
import type { ReadTx } from "../../db.ts";
import { fold, numbers, read } from "../../statement.ts";

/** An account's name and user name as one text, to be compared with `anywhere`. User names are ASCII. */
export const SEARCH_NAME = "a.search_name || ' @' || lower(coalesce(a.username, ''))";

const USERNAME = "lower(coalesce(a.username, ''))";
const SEARCH_ACCOUNTS = read<AccountRow>("account")`
  select ${ACCOUNT} from account a
  where a.suspended_at is null and (a.search_name like ? escape '!' or ${USERNAME} like ? escape '!')
  order by case when ${USERNAME} like ? escape '!' then 0 else 1 end, a.id limit ?`;

/** Accounts whose name contains, or whose user name begins with, the searched text; best matches first. */
export async function searchAccounts(tx: ReadTx, wanted: string, limit: number): Promise<Account[]> {
  const { within, start } = patterns(wanted);
  const rows = await tx.all(SEARCH_ACCOUNTS, within, start, start, limit);
  return rows.map(toAccount);
}

const SEARCH_PUBLIC_CHATS = read<ChatRow>("chat")`
  select ${CHAT} from chat where id < 0 and username is not null
    and (${fold("title")} like ? escape '!' or ${fold("username")} like ? escape '!')
  order by member_count desc, id limit ?`;

/** Groups and channels with a user name, by title or user name. */
export async function searchPublicChats(tx: ReadTx, wanted: string, limit: number): Promise<Chat[]> {
  const { within, start } = patterns(wanted);
  const rows = await tx.all(SEARCH_PUBLIC_CHATS, within, start, limit);
  return rows.map(toChat);
}

const USERS_AFTER = read<AccountRow>("person", "account")`
  select ${ACCOUNT} from person p join account a on a.id = p.account_id
  where a.id > ? and a.suspended_at is null and ${SEARCH_NAME} like ? escape '!'
  order by a.id limit ?`;

/** People who are not suspended, the oldest account first. */
export async function usersAfter(
  tx: ReadTx,
  { wanted, after, limit }: { readonly wanted: string; readonly after: number; readonly limit: number },
): Promise<Account[]> {
  const rows = await tx.all(USERS_AFTER, after, anywhere(wanted), limit);
  return rows.map(toAccount);
}

const ACCOUNTS_AFTER = read<AccountRow>("account")`
  select ${ACCOUNT} from account a
  where a.id > ? and a.id <> ? and a.suspended_at is null and a.is_bot in ${numbers}
    and ${SEARCH_NAME} like ? escape '!'
  order by a.id limit ?`;

interface AccountsQuery {
  readonly people: boolean;
  readonly bots: boolean;
  /** An account that is left out. */
  readonly except: number;
  readonly wanted: string;
  readonly after: number;
  readonly limit: number;
}

/** People, bots or both that are not suspended, the oldest account first. */
export async function accountsAfter(tx: ReadTx, query: AccountsQuery): Promise<Account[]> {
  const { people, bots, except, wanted, after, limit } = query;
  const is_bot = JSON.stringify([...(people ? [0] : []), ...(bots ? [1] : [])]);
  const rows = await tx.all(ACCOUNTS_AFTER, after, except, is_bot, anywhere(wanted), limit);
  return rows.map(toAccount);
}

/** A public chat, and whether the viewer is in it. */
export interface PublicChat {
  readonly chat: Chat;
  readonly is_member: boolean;
}

const PUBLIC_CHATS_BELOW = read<ChatRow & { is_member: number | null }>("member", "chat")`
  select ${CHAT},
    (select m.is_member from member m where m.chat_id = chat.id and m.account_id = ?) as is_member
  from chat
  where username is not null and id < ? and ${fold("title || ' @' || username")} like ? escape '!'
  order by id desc limit ?`;

/** Groups and channels with a user name, the oldest first: later ones have lower ids. */
export async function publicChatsBelow(
  tx: ReadTx,
  viewer_id: number,
  { wanted, below, limit }: { readonly wanted: string; readonly below: number; readonly limit: number },
): Promise<PublicChat[]> {
  const rows = await tx.all(PUBLIC_CHATS_BELOW, viewer_id, below, anywhere(wanted), limit);
  return rows.map((row) => ({ chat: toChat(row), is_member: row.is_member === 1 }));
}

/** A pattern for `like`, escaped by `!`, for texts that contain `wanted`; "" matches everything. */
export function anywhere(wanted: string): string {
  return `%${plain(wanted)}%`;
}

function patterns(wanted: string): { within: string; start: string } {
  const name = wanted.replace(/^@/, "");
  return { within: anywhere(name), start: `${plain(name)}%` };
}

function plain(wanted: string): string {
  return wanted.toLowerCase().replaceAll(/[!%_]/g, "!$&");
}
