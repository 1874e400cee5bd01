/** What has become of a bot's updates. */
import type { Client } from "./client.ts";
import type { RecordedUpdate } from "@heliogram/shared/wire.ts";
import { type Deadline, within } from "./timers.ts";

const LIMIT = 1000;
const WAIT_S = 50;

interface UpdatePage {
  readonly updates: readonly RecordedUpdate[];
  readonly revision: number;
}

/** The newest updates, of one bot or of all, in the order in which they were made. */
export async function listUpdates(client: Client, bot_id?: number): Promise<readonly RecordedUpdate[]> {
  const { updates } = await client.developer<UpdatePage>("listUpdates", { ...botFilter(bot_id), limit: LIMIT });
  return updates.toSorted((a, b) => a.id - b.id);
}

/** The updates that the bot has not confirmed. */
export function openUpdates(updates: readonly RecordedUpdate[]): RecordedUpdate[] {
  return updates.filter(({ state }) => state === "queued" || state === "delivered");
}

/** Waits until the bot has confirmed all its updates. @returns whether it has, before the time was over or `stop` was aborted */
export async function allConfirmed(
  client: Client,
  bot_id: number,
  deadline: Deadline,
  stop: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const page = await client.developer<UpdatePage>("listUpdates", { ...botFilter(bot_id), limit: LIMIT });
    if (openUpdates(page.updates).length === 0) return true;
    if (deadline.isOver || stop.aborted) return false;
    const after = Math.max(...page.updates.map(({ revision }) => revision));
    const news = { ...botFilter(bot_id), after, timeout: WAIT_S };
    await within(deadline.left_ms, stop, (signal) => client.developer("listUpdates", news, signal));
  }
}

function botFilter(bot_id: number | undefined): object {
  return bot_id === undefined ? {} : { bot: bot_id };
}
