/** What only owners of the service may call, and while the developer console is on. */
import type { Account } from "../../domain/accounts.ts";
import { refuse } from "../../domain/refusals.ts";
import { findConsoleStart } from "../../store/queries/service/developer-console.ts";
import type { ReadTx } from "../../store/db.ts";
import type { Method, Person } from "./method.ts";

/**
 * Whether only owners may make the call. The developer API is called without a credential in developer mode, and by
 * owners elsewhere.
 */
export function isForOwners({ access }: Method, hasCaller: boolean): boolean {
  return access.scope === "owner" || (access.scope === "developer" && hasCaller);
}

/** @param actor - the caller as the transaction finds them. @throws RefusalError */
export async function requireOwner(tx: ReadTx, { access }: Method, actor: Account | undefined): Promise<void> {
  if (!actor) refuse("UNAUTHORIZED");
  if (!(actor as Person).is_owner) refuse("OWNER_RIGHTS_NEEDED");
  if (access.scope === "developer" && (await findConsoleStart(tx)) === undefined) refuse("CONSOLE_OFF");
}
