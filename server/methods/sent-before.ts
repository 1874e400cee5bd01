/** Sends that are asked for twice because the first answer was lost: people's clients give each a key. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import { refuse } from "../domain/refusals.ts";
import type { ReadTx } from "../store/db.ts";
import { messagesAfter } from "../store/history.ts";
import { findSent } from "../store/send-keys.ts";

const MAX_ALBUM = 10;

interface KeyedCall {
  readonly tx: ReadTx;
  readonly actor: Account;
  readonly chat: Chat;
  /** What the caller's client named this send. */
  readonly key: string | undefined;
}

/** The messages that a send with this key has made already. @throws Refused when they were deleted since */
export function sentBefore(call: KeyedCall): Promise<Message[] | undefined> | undefined {
  return call.key === undefined ? undefined : sentAs(call.key, call);
}

async function sentAs(key: string, { tx, actor, chat }: KeyedCall): Promise<Message[] | undefined> {
  const place = await findSent(tx, actor.id, key);
  if (place?.chat_id !== chat.id) return undefined;
  const [first, ...next] = await messagesAfter(tx, chat.id, place.message_id - 1, MAX_ALBUM);
  if (first?.message_id !== place.message_id) return refuse("MESSAGE_NOT_FOUND", "sent before");
  const group = first.media_group_id;
  return group === null ? [first] : [first, ...next.filter((each) => each.media_group_id === group)];
}

/** How a client finds its own message among the others: an album's are numbered. */
export function keyOf(key: string, index: number): string {
  return index === 0 ? key : `${key}.${index}`;
}
