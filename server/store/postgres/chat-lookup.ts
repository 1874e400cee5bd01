/** The lookup of a chat's row, whose lock protects most of the store. */
import type { Lookup } from "../lookup.ts";

/**
 * Appended to a `select` to lock its rows until the transaction ends. It does not conflict with the locks of foreign
 * keys that refer to the row.
 */
export const FOR_UPDATE = " for no key update";

const areChats = new WeakMap<Lookup<unknown>, boolean>();

/** Whether a lookup finds a row of the table `chat` by its id, whose version can be compared. */
export function isChatLookup(lookup: Lookup<unknown>): boolean {
  let isChat = areChats.get(lookup);
  if (isChat === undefined) {
    isChat = lookup.versionedBy?.join() === "chat" && lookup.sql.endsWith(" from chat where id = ?");
    areChats.set(lookup, isChat);
  }
  return isChat;
}
