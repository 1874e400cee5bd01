/** Announces the lock of a chat, so that an engine reads what follows it in the same round trip. */
import type { Tx } from "../../db.ts";
import { memberLookup } from "../members/members.ts";
import { chatLookup } from "./chats.ts";

/** Announces that a transaction will lock a chat and then find a member of it. */
export function willLockChat(tx: Tx, chat_id: number, account_id: number): void {
  tx.willLock?.(chatLookup(chat_id), memberLookup(chat_id, account_id));
}
