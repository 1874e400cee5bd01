/** The lookup of a chat's row, which batches lock. */
import type { Lookup } from "../lookup.ts";
import { CHAT_BY_ID } from "../queries/chats/chats.ts";

/** Whether a lookup finds a row of the table `chat` by its id. */
export function isChatLookup(lookup: Lookup<unknown>): boolean {
  return lookup === CHAT_BY_ID;
}
