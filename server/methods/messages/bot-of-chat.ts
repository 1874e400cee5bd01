/** The bot of a private chat. */
import type { Account, Bot } from "../../domain/accounts.ts";
import { otherParty, type Chat } from "../../domain/chats.ts";
import type { ReadTx } from "../../store/db.ts";
import { findBot } from "../../store/queries/accounts/accounts.ts";

/** The bot with which the caller has the private chat, or the caller; `undefined` in other chats. */
export async function botOfChat(tx: ReadTx, chat: Chat, caller: Account): Promise<Bot | undefined> {
  if (chat.type !== "private") return undefined;
  return findBot(tx, caller.is_bot ? caller.id : otherParty(chat, caller.id));
}
