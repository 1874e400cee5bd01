/** What a bot has taken of its private chats is delivered to it, and the person there is told (behaviour.md §4). */
import { holdChat } from "../store/chats.ts";
import type { Tx } from "../store/db.ts";
import { moveDeliveredPointer } from "../store/history.ts";
import { newestMessages, type MessageUpdate } from "../store/streams.ts";

/** Updates that one poll hands out at most: what is confirmed beyond them was never taken. */
const MAX_TAKEN = 100;

/** The bot confirms its updates up to `seq`, which are still there. */
export async function deliverUpTo(tx: Tx, bot_id: number, seq: number): Promise<void> {
  for (const update of await newestMessages(tx, bot_id, seq, MAX_TAKEN)) await deliver(tx, bot_id, update);
}

/** Raises the bot's delivered pointer to the message of an update. */
export async function deliver(tx: Tx, bot_id: number, { chat_id, body }: MessageUpdate): Promise<void> {
  const { message_id } = JSON.parse(body) as { readonly message_id: number };
  // The chat is held before the bot's stream is changed, as it is by whoever sends: two that wait for each other do so in one order.
  if (!(await holdChat(tx, chat_id)) || !(await moveDeliveredPointer(tx, chat_id, bot_id, message_id))) return;
  const told = JSON.stringify({ delivered_up_to: message_id });
  tx.append({ stream: chat_id, kind: "delivered", ref: bot_id, body: told });
}
