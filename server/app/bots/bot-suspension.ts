/** Suspension of bots: calls of a suspended bot are refused, and it gets no updates. */
import type { Bot } from "../../domain/accounts.ts";
import type { BotManager } from "../../domain/bots.ts";
import { restoreAccount, suspendAccount } from "../../store/queries/accounts/accounts.ts";
import { record } from "../../store/queries/service/audit.ts";
import { notifyNodes } from "../../store/queries/streams/service-stream.ts";
import type { Tx } from "../../store/db.ts";

export async function suspendBot(tx: Tx, by: BotManager, bot: Bot, now_s: number): Promise<void> {
  if (bot.suspended_at !== null) return;
  await suspendAccount(tx, bot.id, now_s);
  notifyNodes(tx, "suspension", bot.id);
  await record(tx, { by, action: "bot_suspended", subject: { kind: "bot", id: bot.id } }, now_s);
}

export async function restoreBot(tx: Tx, by: BotManager, bot: Bot, now_s: number): Promise<void> {
  if (bot.suspended_at === null) return;
  await restoreAccount(tx, bot.id);
  notifyNodes(tx, "suspension", bot.id);
  await record(tx, { by, action: "bot_restored", subject: { kind: "bot", id: bot.id } }, now_s);
}
