/**
 * Delivery receipts of bots: an update of a private chat that the bot has confirmed counts as delivered (behaviour.md
 * §4).
 */
import { markDelivered as noteDelivery } from "../app/messages/receipts.ts";
import { lockChat } from "../store/queries/chats/chats.ts";
import type { Tx } from "../store/db.ts";
import { newestMessages, type MessageUpdate } from "../store/queries/streams/streams.ts";

/**
 * Updates that one poll returns at most. An offset that confirms more of them skips updates that the bot never
 * received.
 */
const MAX_CONFIRMED = 100;

/** Marks the messages of a bot's confirmed updates as delivered. Called before the updates up to `seq` are removed. */
export async function markDeliveredUpTo(tx: Tx, bot_id: number, seq: number): Promise<void> {
  for (const update of await newestMessages(tx, bot_id, seq, MAX_CONFIRMED)) await markDelivered(tx, bot_id, update);
}

/** Raises the bot's delivered pointer to the message of an update, and appends the event that notifies the person. */
export async function markDelivered(tx: Tx, bot_id: number, { chat_id, body }: MessageUpdate): Promise<void> {
  const { message_id } = JSON.parse(body) as { readonly message_id: number };
  // Locks are taken in one order everywhere: the chat's row, then the streams. Sending does the same, so the two
  // cannot deadlock.
  if (await lockChat(tx, chat_id)) await noteDelivery(tx, chat_id, bot_id, message_id);
}
