/** Finding people, bots and public chats by what they are called. */
import type { ReadTx, Words } from "./db.ts";

/** Accounts whose name or user name begins with, or has in it, what is wanted; best matches first. */
export async function searchAccounts(tx: ReadTx, words: Words, wanted: string, limit: number): Promise<number[]> {
  const { anywhere, start } = patterns(wanted);
  const name = words.fold("first_name || ' ' || last_name");
  const username = words.fold("coalesce(username, '')");
  const rows = await tx.all<{ id: number }>(
    `select id from account where suspended_at is null and (${name} like ? escape '!' or ${username} like ? escape '!')
     order by case when ${username} like ? escape '!' then 0 else 1 end, id limit ?`,
    anywhere,
    start,
    start,
    limit,
  );
  return rows.map((row) => row.id);
}

/** Groups and channels with a user name, by title or user name. */
export async function searchPublicChats(tx: ReadTx, words: Words, wanted: string, limit: number): Promise<number[]> {
  const { anywhere, start } = patterns(wanted);
  const rows = await tx.all<{ id: number }>(
    `select id from chat where username is not null
       and (${words.fold("title")} like ? escape '!' or ${words.fold("username")} like ? escape '!')
     order by member_count desc, id limit ?`,
    anywhere,
    start,
    limit,
  );
  return rows.map((row) => row.id);
}

/** What to hold names against with `like … escape '!'`, both sides folded. */
export function patterns(wanted: string): { anywhere: string; start: string } {
  const plain = wanted.toLowerCase().replace(/^@/, "").replaceAll(/[!%_]/g, "!$&");
  return { anywhere: `%${plain}%`, start: `${plain}%` };
}
