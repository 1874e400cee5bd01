/** The limit on groups and channels that one person owns (behaviour.md §7). */
import { countChatsOf } from "../../store/queries/chats/chats.ts";
import { lockCounter } from "../../store/queries/service/counters.ts";
import type { Tx } from "../../store/db.ts";

/**
 * Whether a person now owns more than `limit`. It is asked after the change: the counter of ids is locked, so calls at
 * once cannot exceed the limit together. The caller must roll the transaction back then.
 */
export async function ownsTooManyChats(tx: Tx, person_id: number, limit: number | undefined): Promise<boolean> {
  if (limit === undefined) return false;
  await lockCounter(tx, "chat");
  return (await countChatsOf(tx, person_id)) > limit;
}
