/** Finding people, bots and public chats by what they are called. */
import type { ReadTx, Words } from "./db.ts";

/** Accounts whose name or user name begins with, or has in it, what is wanted; best matches first. */
export async function searchAccounts(tx: ReadTx, words: Words, wanted: string, limit: number): Promise<number[]> {
  const { within, start } = patterns(wanted);
  const name = words.fold("first_name || ' ' || last_name");
  const username = words.fold("coalesce(username, '')");
  const rows = await tx.all<{ id: number }>(
    `select id from account where suspended_at is null and (${name} like ? escape '!' or ${username} like ? escape '!')
     order by case when ${username} like ? escape '!' then 0 else 1 end, id limit ?`,
    within,
    start,
    start,
    limit,
  );
  return rows.map((row) => row.id);
}

/** Groups and channels with a user name, by title or user name. */
export async function searchPublicChats(tx: ReadTx, words: Words, wanted: string, limit: number): Promise<number[]> {
  const { within, start } = patterns(wanted);
  const rows = await tx.all<{ id: number }>(
    `select id from chat where username is not null
       and (${words.fold("title")} like ? escape '!' or ${words.fold("username")} like ? escape '!')
     order by member_count desc, id limit ?`,
    within,
    start,
    limit,
  );
  return rows.map((row) => row.id);
}

/** People who are not suspended, the oldest account first. */
export async function usersAfter(
  tx: ReadTx,
  words: Words,
  { wanted, after, limit }: { readonly wanted: string; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select a.id from person p join account a on a.id = p.account_id
     where a.id > ? and a.suspended_at is null
       and ${words.fold("a.first_name || ' ' || a.last_name || ' @' || coalesce(a.username, '')")} like ? escape '!'
     order by a.id limit ?`,
    after,
    anywhere(wanted),
    limit,
  );
  return rows.map((row) => row.id);
}

/** Groups and channels with a user name, the oldest first: later ones have lower ids. */
export async function publicChatsBelow(
  tx: ReadTx,
  words: Words,
  { wanted, below, limit }: { readonly wanted: string; readonly below: number; readonly limit: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select id from chat
     where username is not null and id < ? and ${words.fold("title || ' @' || username")} like ? escape '!'
     order by id desc limit ?`,
    below,
    anywhere(wanted),
    limit,
  );
  return rows.map((row) => row.id);
}

/** A pattern for `like`, escaped by `!`, that fits what has `wanted` in it; "" fits everything. */
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
