/** Whose a bot is, and which account is the service's own. */
import type { Bot } from "./accounts.ts";

/** The account in whose chat people make bots. Below the ids that are given out, so that no start shifts those. */
export const ASSISTANT_ID = 100;
export const ASSISTANT_USERNAME = "assistant";

/** Whether `name`, in lower case, may belong to the account or chat `owner`: some names are the service's own. */
export function mayBeCalled(owner: number, name: string): boolean {
  return name !== ASSISTANT_USERNAME || owner === ASSISTANT_ID;
}

/** Who wants to see or change a bot's settings: a person, by id, or whoever runs the service. */
export type Manager = number | "operator";

/** A bot is its owner's alone, also while it is suspended; the operator may manage all but the service's own. */
export function mayManage(manager: Manager, bot: Bot): boolean {
  if (bot.deleted_at !== null || bot.id === ASSISTANT_ID) return false;
  return manager === "operator" || bot.owner_id === manager;
}
