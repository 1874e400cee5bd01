/** The event of a person's stream for changes of their chat list. */
import type { Account } from "../../domain/accounts.ts";
import type { Tx } from "../../store/db.ts";

/** Notifies a person's clients that a chat was added, removed or changed. Streams of bots contain updates only. */
export function notifyAccount(tx: Tx, account: Account, chat_id: number): void {
  if (!account.is_bot) tx.append({ stream: account.id, kind: "chat", ref: chat_id, body: "" });
}
