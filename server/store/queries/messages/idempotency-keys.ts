/** Idempotency keys of sends: a send that is repeated with the same key is the same message. */
import type { ReadTx, Tx } from "../../db.ts";
import { BufferedInsert, read, write } from "../../statement.ts";

/** Seconds for which a client may repeat a send. */
export const IDEMPOTENCY_KEY_LIFE_S = 7 * 86_400;

const INSERT = new BufferedInsert("send_key", ["account_id", "key", "chat_id", "message_id", "at"], {
  once: ["account_id", "key"],
});

/** The message that was sent, or the first of an album. */
export interface SentMessage {
  readonly chat_id: number;
  readonly message_id: number;
}

const FIND_SENT_MESSAGE = read<SentMessage>("send_key")`
  select chat_id, message_id from send_key where account_id = ? and key = ?`;

/** The message that an account has sent with a key. */
export function findSentMessage(tx: ReadTx, account_id: number, key: string): Promise<SentMessage | undefined> {
  return tx.get(FIND_SENT_MESSAGE, account_id, key);
}

/** A key that exists stays as it is. */
export function insertIdempotencyKey(
  tx: Tx,
  account_id: number,
  key: string,
  place: SentMessage,
  now_s: number,
): Promise<void> | undefined {
  return tx.buffer(INSERT, account_id, key, place.chat_id, place.message_id, now_s);
}

const DELETE_IDEMPOTENCY_KEYS_BEFORE = write<{ key: string }>("send_key")`
  delete from send_key where (account_id, key) in (
    select account_id, key from send_key where at < ? order by at, account_id, key limit ?) returning key`;

/** Deletes up to `limit` keys older than `before_s`. @returns whether there may be more */
export async function deleteIdempotencyKeysBefore(tx: Tx, before_s: number, limit: number): Promise<boolean> {
  const gone = await tx.all(DELETE_IDEMPOTENCY_KEYS_BEFORE, before_s, limit);
  return gone.length === limit;
}
