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

export async function deleteSentBefore(tx: Tx, before_s: number): Promise<void> {
  await tx.run("delete from send_key where at < ?", before_s);
}
