/** What admin commands are executed with. */
import type { AppContext } from "../../app/app-context.ts";
import type { Hashes } from "../../app/accounts/tokens.ts";
import type { UpdateQueues } from "../../methods/engine/deps.ts";
import type { Db } from "../../store/db.ts";
import { clock } from "../../runtime/system.ts";

export interface AdminContext {
  readonly db: Db;
  readonly hashes: Hashes;
  readonly app: AppContext;
  /** Notified of changes that concern running long polls and webhooks. */
  readonly updates: Pick<UpdateQueues, "botChanged">;
  /** Days that entries of the audit log are kept where owners have set no others. */
  readonly audit_days: number;
  /** Addresses of the service, the public or local one first; none if they are not known. */
  readonly addresses?: readonly string[];
}

/** Unix seconds. */
export const nowS = () => Math.floor(clock.now() / 1000);
