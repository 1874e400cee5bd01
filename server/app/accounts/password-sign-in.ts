/** The switch with which owners turn sign-in by password off (behaviour.md §2). */
import type { AuditActor } from "../../domain/audit.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import { lockPasswordSignIn, setPasswordSignIn } from "../../store/queries/accounts/password-sign-in.ts";

/** Does nothing, and records nothing, if that is already so. */
export async function switchPasswordSignIn(tx: Tx, by: AuditActor, is_on: boolean, now_s: number): Promise<void> {
  if ((await lockPasswordSignIn(tx)) === is_on) return;
  await setPasswordSignIn(tx, is_on);
  await record(tx, { by, action: is_on ? "password_sign_in_on" : "password_sign_in_off" }, now_s);
}
