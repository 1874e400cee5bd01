/** What the methods about people's own bots have in common. */
import { findManaged } from "../../app/bots/bot-administration.ts";
import type { Account } from "../../domain/accounts.ts";
import { canManageBot } from "../../domain/bots.ts";
import { findAccount, findBot } from "../../store/queries/accounts/accounts.ts";
import type { ReadTx, Tx } from "../../store/db.ts";

/** The person themselves where no bot is named; otherwise the bot, if it is theirs. */
export async function findSelfOrOwnBot(
  tx: Tx,
  person: Account,
  bot_id: number | undefined,
): Promise<Account | undefined> {
  return bot_id === undefined ? findAccount(tx, person.id) : findManaged(tx, person.id, bot_id);
}

/** Whether `findSelfOrOwnBot` finds an account, without locking the bot. */
export async function isSelfOrOwnBot(tx: ReadTx, person: Account, bot_id: number | undefined): Promise<boolean> {
  const bot = bot_id === undefined ? undefined : await findBot(tx, bot_id);
  return bot_id === undefined || (bot !== undefined && canManageBot(person.id, bot));
}

/** A bot as its owner sees it, for the examples. */
export const OWN_BOT = {
  user: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" },
  description: "Says everything again.",
  short_description: "An echo.",
  commands: [{ command: "start", description: "Begin" }],
  privacy: true,
  can_join_groups: true,
  topics: "off",
  dialect: "default",
  service_dialect: "native",
};
