/**
 * Idempotent sends: a client that repeats a send with the same `Idempotency-Key` gets the messages of the first one.
 */
import { MAX_ALBUM } from "@heliogram/shared/limits.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { filesOf, type Content, type Message } from "../../domain/messages.ts";
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { messagesAfter } from "../../store/queries/messages/history.ts";
import { findSentMessage, insertIdempotencyKey } from "../../store/queries/messages/idempotency-keys.ts";
import { releaseFile } from "../../store/queries/files/released-files.ts";

interface KeyedCall {
  readonly tx: ReadTx;
  readonly actor: Account;
  readonly chat: Chat;
  /** The caller's `Idempotency-Key`. */
  readonly idempotency_key: string | undefined;
}

/** The messages of an earlier send with the same key. @throws RefusalError when they were deleted since */
export function findEarlierSend(call: KeyedCall): Promise<Message[] | undefined> | undefined {
  return call.idempotency_key === undefined ? undefined : sentAs(call.idempotency_key, call);
}

async function sentAs(idempotency_key: string, { tx, actor, chat }: KeyedCall): Promise<Message[] | undefined> {
  const place = await findSentMessage(tx, actor.id, idempotency_key);
  if (place?.chat_id !== chat.id) return undefined;
  const stored = await messagesAfter(tx, chat.id, place.message_id - 1, MAX_ALBUM);
  const [first, ...next] = stored.map(({ message }) => message);
  if (first?.message_id !== place.message_id) return refuse("MESSAGE_NOT_FOUND", "sent before");
  const group = first.media_group_id;
  return group === null ? [first] : [first, ...next.filter((each) => each.media_group_id === group)];
}

/** The key of one message of a send, by which the client recognizes it. Those of an album are numbered. */
export function keyOf(idempotency_key: string, index: number): string {
  return index === 0 ? idempotency_key : `${idempotency_key}.${index}`;
}

/** Keeps the key of a send. @param first - its first message */
export function recordSend(
  tx: Tx,
  sender: Account,
  idempotency_key: string,
  first: Message,
  now_s: number,
): Promise<void> | undefined {
  return insertIdempotencyKey(tx, sender.id, idempotency_key, first, now_s);
}

/** Releases the files that came with a repeated send, which creates no message. */
export async function releaseRepeated(tx: Tx, bodies: readonly { readonly content: Content }[]): Promise<void> {
  for (const { content } of bodies) for (const { file } of filesOf(content)) await releaseFile(tx, file);
}
