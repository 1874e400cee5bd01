/** Who may manage a bot, and the account of the service's own assistant. */
import type { Bot } from "./accounts.ts";

/**
 * The account of the assistant, in whose chat people create bots. It is below all ids that are allocated, so it uses
 * none.
 */
export const ASSISTANT_ID = 100;
export const ASSISTANT_USERNAME = "assistant";

/** Whether the account or chat `owner` may have the user name `name` (in lower case): some names are reserved. */
export function isUsernameAllowed(owner: number, name: string): boolean {
  return name !== ASSISTANT_USERNAME || owner === ASSISTANT_ID;
}

/** Who manages a bot: the id of a person, or the operator at the command line. */
export type BotManager = number | "operator";

/**
 * Only its owner may manage a bot, also while it is suspended; the operator may manage all bots except the assistant.
 */
export function canManageBot(manager: BotManager, bot: Bot): boolean {
  if (bot.deleted_at !== null || bot.id === ASSISTANT_ID) return false;
  return manager === "operator" || bot.owner_id === manager;
}
