/** What people's clients called their messages before these had numbers: a repeated send is the same message. */
import type { ReadTx, Tx } from "./db.ts";

/** Seconds a client may take to ask again whether a message went out. */
export const SEND_KEY_LIFE_S = 7 * 86_400;

/** The message that was sent, or the first of an album. */
export interface SentPlace {
  readonly chat_id: number;
  readonly message_id: number;
}

/** What an account has sent under a key. */
export function findSent(tx: ReadTx, account_id: number, key: string): Promise<SentPlace | undefined> {
  return tx.get<SentPlace>(
    "select chat_id, message_id from send_key where account_id = ? and key = ?",
    account_id,
    key,
  );
}

export async function insertSent(
  tx: Tx,
  account_id: number,
  key: string,
  place: SentPlace,
  now_s: number,
): Promise<void> {
  await tx.run(
    `insert into send_key (account_id, key, chat_id, message_id, at) values (?, ?, ?, ?, ?)
     on conflict (account_id, key) do nothing`,
    account_id,
    key,
    place.chat_id,
    place.message_id,
    now_s,
  );
}

/** Forgets up to `limit` of those older than `before_s`. @returns whether there may be more of them */
export async function deleteSentBefore(tx: Tx, before_s: number, limit: number): Promise<boolean> {
  const gone = await tx.all<{ key: string }>(
    `delete from send_key where (account_id, key) in (
       select account_id, key from send_key where at < ? order by at, account_id, key limit ?) returning key`,
    before_s,
    limit,
  );
  return gone.length === limit;
}
