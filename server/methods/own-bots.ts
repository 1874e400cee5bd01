/** What the methods about people's own bots have in common. */
import { findManaged } from "../app/manage-bots.ts";
import type { Account } from "../domain/accounts.ts";
import { mayManage } from "../domain/bots.ts";
import { findAccount, findBot } from "../store/accounts.ts";
import type { ReadTx, Tx } from "../store/db.ts";

/** The person themselves where no bot is named, else the bot, if it is theirs. */
export async function ownedOr(tx: Tx, person: Account, bot_id: number | undefined): Promise<Account | undefined> {
  return bot_id === undefined ? findAccount(tx, person.id) : findManaged(tx, person.id, bot_id);
}

/** Whether there is somebody for `ownedOr` to find, without holding the bot. */
export async function ownsOr(tx: ReadTx, person: Account, bot_id: number | undefined): Promise<boolean> {
  const bot = bot_id === undefined ? undefined : await findBot(tx, bot_id);
  return bot_id === undefined || (bot !== undefined && mayManage(person.id, bot));
}

/** A bot as its owner sees it, for the examples. */
export const OWN_BOT = {
  user: { id: 1004, is_bot: true, first_name: "Echo", username: "echo_bot" },
  description: "Says everything again.",
  commands: [{ command: "start", description: "Begin" }],
  privacy: true,
  can_join_groups: true,
  dialect: "default",
  service_dialect: "native",
};
