/** The lookup of a chat's row, which batches lock. */
import type { Lookup } from "../lookup.ts";
import { CHAT_BY_ID } from "../queries/chats/chats.ts";

/**
 * Appended to a `select` to lock its rows until the transaction ends. It does not conflict with the locks of foreign
 * keys that refer to the row.
 */
export const FOR_UPDATE = " for no key update";

/** Whether a lookup finds a row of the table `chat` by its id. */
export function isChatLookup(lookup: Lookup<unknown>): boolean {
  return lookup === CHAT_BY_ID;
}
