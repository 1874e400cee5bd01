/** Counts and drops a bot's pending updates. */
import type { ReadTx, Tx } from "../../store/db.ts";
import { countEvents, streamState, trimStream } from "../../store/queries/streams/streams.ts";

export function countPending(tx: ReadTx, bot_id: number): Promise<number> {
  return countEvents(tx, bot_id);
}

/** Removes every pending update of the bot. */
export async function dropPending(tx: Tx, bot_id: number): Promise<void> {
  const state = await streamState(tx, bot_id);
  if (state && state.head > state.tail) await trimStream(tx, bot_id, state.head);
}
