/** The lock of methods that change a bot's own webhook, and have a transaction of their own. */
import type { Account } from "../../domain/accounts.ts";
import { refuse } from "../../domain/refusals.ts";
import { lockBot } from "../../store/queries/accounts/accounts.ts";
import type { ReadTx, Tx } from "../../store/db.ts";

interface BotCall {
  readonly actor: Account;
  readonly isStillCaller: (tx: ReadTx) => Promise<boolean>;
}

/** Locks the bot that calls, until the transaction ends. @throws RefusalError when its token has become invalid */
export async function lockCallingBot(tx: Tx, { actor, isStillCaller }: BotCall): Promise<void> {
  await lockBot(tx, actor.id);
  if (!(await isStillCaller(tx))) refuse("UNAUTHORIZED");
}
