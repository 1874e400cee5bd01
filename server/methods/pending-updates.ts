/** A bot's pending updates: counting and dropping them. */
import type { ReadTx, Tx } from "../store/db.ts";
import { countEvents, streamState, trimStream } from "../store/streams.ts";

export function countPending(tx: ReadTx, bot_id: number): Promise<number> {
  return countEvents(tx, bot_id);
}

/** Forgets everything that waits for the bot. */
export async function dropPending(tx: Tx, bot_id: number): Promise<void> {
  const state = await streamState(tx, bot_id);
  if (state && state.head > state.tail) await trimStream(tx, bot_id, state.head);
}
