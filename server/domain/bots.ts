/** Who may manage a bot, and the account of the service's own assistant. */
import type { Bot } from "./accounts.ts";
import type { Rights } from "./members/rights.ts";

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

/** The rights that a bot suggests when a person makes it an administrator. */
export interface DefaultRights {
  readonly rights: Rights;
  readonly is_anonymous: boolean;
}

/** What the button beside the text field of a bot's private chat does. `default`: the bot has chosen nothing. */
export const MENU_BUTTON_TYPES = ["commands", "default"] as const;
export type MenuButtonType = (typeof MENU_BUTTON_TYPES)[number];

/** The language of two letters in which a person gets the texts of bots, by the IETF tag of their client; or "". */
export function textLanguage(tag: string): string {
  const [primary = ""] = tag.split("-");
  return primary.length === 2 ? primary : "";
}
