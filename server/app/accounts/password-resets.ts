/** Password resets: single-use codes with which people set a new password. */
import type { AuditActor } from "../../domain/audit.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { dropMailClaim } from "../mail/mail-addresses.ts";
import { tellPerson } from "../notices/tell-person.ts";
import { endResets, saveReset, takeReset } from "../../store/queries/accounts/password-resets.ts";
import { deleteSignInPlaces } from "../../store/queries/accounts/sign-in-places.ts";
import { lockPerson, setPasswordHash, type Person } from "../../store/queries/accounts/people.ts";
import { endAllSessions } from "./sessions.ts";
import { secret, type Hashes } from "./tokens.ts";

/** Lifetime of a code, in seconds. */
const LASTS_S = 86_400;

export interface ResetCode {
  /** Only its hash is stored. */
  readonly code: string;
  readonly expires_at: number;
}

/** The old password remains valid until the code is used. */
export async function makeReset(
  tx: Tx,
  by: AuditActor,
  mint: { readonly hashes: Hashes; readonly bytes: (length: number) => Buffer },
  person: Person,
  now_s: number,
): Promise<ResetCode | "USER_DEACTIVATED"> {
  if (person.suspended_at !== null) return "USER_DEACTIVATED";
  const code = secret(mint.bytes);
  const expires_at = now_s + LASTS_S;
  await saveReset(tx, { person_id: person.id, expires_at }, mint.hashes.of(code));
  await record(tx, { by, action: "password_reset_made", subject: { kind: "person", id: person.id } }, now_s);
  return { code, expires_at };
}

/** Sets the password of the person for whom the code was created, and ends all of their sessions. */
export async function resetPassword(
  tx: Tx,
  app: AppContext,
  code_hash: string,
  password_hash: string,
  now_s: number,
): Promise<Person | undefined> {
  const id = await takeReset(tx, code_hash, now_s);
  const person = id === undefined ? undefined : await lockPerson(tx, id);
  if (!person || person.suspended_at !== null) return undefined;
  await setPasswordHash(tx, person.id, password_hash);
  await endResets(tx, person.id);
  await endAllSessions(tx, person.id);
  await deleteSignInPlaces(tx, person.id);
  await dropMailClaim(tx, person.id);
  const subject = { kind: "person", id: person.id } as const;
  await record(tx, { by: person.id, action: "password_reset_used", subject }, now_s);
  await tellPerson(tx, app, person.id, { kind: "password_reset" }, now_s);
  return person;
}
