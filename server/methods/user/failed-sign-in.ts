/** Failed sign-ins in the audit log: what anonymous clients can write there is limited. */
import type { SignInFault } from "@heliogram/shared/audit.ts";
import { recordFailedSignIn } from "../../app/accounts/sign-in.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import type { Client } from "../engine/client.ts";
import type { Deps } from "../engine/deps.ts";

/** @param person_id - `undefined` if it is not known who was meant */
export async function noteFailedSignIn(
  deps: Deps,
  client: Client,
  person_id: number | undefined,
  reason: SignInFault | "suspended",
): Promise<void> {
  if ((await deps.failuresOnRecord.take("sign-in")) > 0) return;
  await deps.db.write((tx) => {
    noteClient(tx, client);
    return recordFailedSignIn(tx, person_id, reason, Math.floor(deps.clock.now() / 1000));
  });
}
