/** The locks that a call takes before it reads the caller, so that its decisions are not overtaken by another call. */
import { lockAccount } from "../../store/queries/accounts/accounts.ts";
import { lockOwners } from "../../store/queries/accounts/people.ts";
import type { Tx } from "../../store/db.ts";
import type { Method } from "./method.ts";

/** Whether `lockCaller` locks anything. Methods on a chat lock the chat instead. */
export function needsCallerLock({ locksCaller, access }: Method): boolean {
  return locksCaller === true || access.scope === "owner";
}

/** Locks the owners for an owner's write, so that nobody acts by a right that another call takes away; otherwise the caller. */
export async function lockCaller(tx: Tx, { access }: Method, caller_id: number): Promise<void> {
  if (access.scope === "owner") await lockOwners(tx);
  else await lockAccount(tx, caller_id);
}
