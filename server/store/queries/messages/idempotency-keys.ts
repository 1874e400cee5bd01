/** Idempotency keys of sends: a send that is repeated with the same key is the same message. */
import type { ReadTx, Tx } from "../../db.ts";

/** Seconds for which a client may repeat a send. */
export const IDEMPOTENCY_KEY_LIFE_S = 7 * 86_400;

const INSERT =
  "insert into send_key (account_id, key, chat_id, message_id, at) values (?, ?, ?, ?, ?) on conflict (account_id, key) do nothing";

/** The message that was sent, or the first of an album. */
export interface SentMessage {
  readonly chat_id: number;
  readonly message_id: number;
}

/** The message that an account has sent with a key. */
export function findSentMessage(tx: ReadTx, account_id: number, key: string): Promise<SentMessage | undefined> {
  return tx.get<SentMessage>(
    "select chat_id, message_id from send_key where account_id = ? and key = ?",
    account_id,
    key,
  );
}

/** A key that exists stays as it is. */
export function insertIdempotencyKey(
  tx: Tx,
  account_id: number,
  key: string,
  place: SentMessage,
  now_s: number,
): Promise<void> | undefined {
  return tx.bufferInsert(INSERT, account_id, key, place.chat_id, place.message_id, now_s);
}

/** Deletes up to `limit` keys older than `before_s`. @returns whether there may be more */
export async function deleteIdempotencyKeysBefore(tx: Tx, before_s: number, limit: number): Promise<boolean> {
  const gone = await tx.all<{ key: string }>(
    `delete from send_key where (account_id, key) in (
       select account_id, key from send_key where at < ? order by at, account_id, key limit ?) returning key`,
    before_s,
    limit,
  );
  return gone.length === limit;
}
