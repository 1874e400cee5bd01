/** News of a person's own: which chats are theirs. */
import type { Account } from "../domain/accounts.ts";
import type { Tx } from "../store/db.ts";

/** Tells a person's screens that a chat came, went or changed for them. A bot's stream holds its updates alone. */
export function tellAccount(tx: Tx, account: Account, chat_id: number): void {
  if (!account.is_bot) tx.append({ stream: account.id, kind: "chat", ref: chat_id, body: "" });
}
