/** The change of a password by the person who knows the old one. */
import { record } from "../../store/queries/service/audit.ts";
import { endResets } from "../../store/queries/accounts/password-resets.ts";
import { deleteOtherSessions, passwordHashOf, setPasswordHash } from "../../store/queries/accounts/people.ts";
import { deleteProviderSessionsOf } from "../../store/queries/accounts/provider-sessions.ts";
import { deleteSignInPlaces, saveSignInPlace } from "../../store/queries/accounts/sign-in-places.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { dropMailClaim } from "../mail/mail-addresses.ts";
import { tellPerson } from "../notices/tell-person.ts";

export interface PasswordChange {
  readonly person_id: number;
  /** The session that stays. */
  readonly session_id: number;
  /** The hash that the old password was compared with. */
  readonly before: string | null;
  readonly password_hash: string;
  /** The hash of the network address (`Hashes.ofPlace`). */
  readonly place_hash: string;
}

/**
 * Sets the password and ends all other sessions. The person's row is locked.
 * @returns false if another call has set a password since the old one was compared
 */
export async function changePassword(tx: Tx, app: AppContext, change: PasswordChange, now_s: number): Promise<boolean> {
  const { person_id } = change;
  if ((await passwordHashOf(tx, person_id)) !== change.before) return false;
  await setPasswordHash(tx, person_id, change.password_hash);
  await deleteProviderSessionsOf(tx, person_id, change.session_id);
  await deleteOtherSessions(tx, person_id, change.session_id);
  await endResets(tx, person_id);
  await dropMailClaim(tx, person_id);
  await deleteSignInPlaces(tx, person_id);
  await saveSignInPlace(tx, person_id, change.place_hash, now_s);
  await record(tx, { by: person_id, action: "password_changed", subject: { kind: "person", id: person_id } }, now_s);
  await tellPerson(tx, app, person_id, { kind: "password_changed" }, now_s);
  tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
  return true;
}
