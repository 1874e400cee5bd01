/** Keeps a bot out of the service for a while: its calls are refused, and nothing is queued for it. */
import type { Bot } from "../domain/accounts.ts";
import type { Manager } from "../domain/bots.ts";
import { restoreAccount, suspendAccount } from "../store/accounts.ts";
import { record } from "../store/audit.ts";
import type { Tx } from "../store/db.ts";

export async function suspendBot(tx: Tx, by: Manager, bot: Bot, now_s: number): Promise<void> {
  if (bot.suspended_at !== null) return;
  await suspendAccount(tx, bot.id, now_s);
  await record(tx, { by, action: "bot_suspended", subject: { kind: "bot", id: bot.id } }, now_s);
}

export async function restoreBot(tx: Tx, by: Manager, bot: Bot, now_s: number): Promise<void> {
  if (bot.suspended_at === null) return;
  await restoreAccount(tx, bot.id);
  await record(tx, { by, action: "bot_restored", subject: { kind: "bot", id: bot.id } }, now_s);
}
