/** The lock hint of a chat: an engine reads what follows the lock in the same round trip. */
import type { Tx } from "../../db.ts";
import { memberLookup } from "../members/members.ts";
import { chatLookup } from "./chats.ts";

/** Hints that a transaction will lock a chat and then find a member of it. */
export function hintChatLock(tx: Tx, chat_id: number, account_id: number): void {
  tx.hintLock?.(chatLookup(chat_id), memberLookup(chat_id, account_id));
}
