/** How much waits in the queues of bots, for operators. */
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";

/** Updates that are counted at most: the query must not take long, however many wait. */
export const MAX_COUNTED_UPDATES = 100_000;

export interface QueueFigures {
  /** Updates in all queues, at most `MAX_COUNTED_UPDATES`. */
  readonly updates: number;
  /** When the oldest of them was made, in Unix seconds; `null` if there is none. */
  readonly oldest_at: number | null;
}

const QUEUE_FIGURES = read<QueueFigures>("bot", "event")`
  select
    (select count(*) from (
      select 1 from bot join event on event.stream = bot.account_id limit ${String(MAX_COUNTED_UPDATES)}
    ) as counted) as updates,
    (select min(at) from (
      select (select at from event where stream = bot.account_id order by seq limit 1) as at from bot
    ) as oldest) as oldest_at`;

export async function queueFigures(tx: ReadTx): Promise<QueueFigures> {
  return (await tx.get(QUEUE_FIGURES)) ?? { updates: 0, oldest_at: null };
}
