/** Erases a person (behaviour.md §2): at once what identifies them and lets them in, the rest by maintenance. */
import { DELETED_ACCOUNT_NAME } from "../../domain/accounts.ts";
import type { AuditActor } from "../../domain/audit.ts";
import { isLastOwner } from "../../domain/owners.ts";
import { setLanguageCode, setPhoto, suspendAccount } from "../../store/queries/accounts/accounts.ts";
import { erasePrivateRows, insertErasure, isErased } from "../../store/queries/accounts/erasures.ts";
import { lockOwners, type Person } from "../../store/queries/accounts/people.ts";
import { findHold } from "../../store/queries/retention/holds.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import { endAllSessions } from "../accounts/sessions.ts";
import { eraseIdentities } from "../accounts/identities.ts";
import { changeProfile } from "../accounts/profile.ts";

export interface ErasureOptions {
  /** Whether their messages are deleted for everybody. Otherwise they stay, under the name of a deleted account. */
  readonly deletes_messages: boolean;
}

export type ErasureRefusal = "ACCOUNT_KEPT" | "LAST_OWNER" | "USER_ERASED";

/** The person is locked. Nothing can be taken back. @returns the refusal, or `undefined` */
export async function erasePerson(
  tx: Tx,
  by: AuditActor,
  person: Person,
  { deletes_messages }: ErasureOptions,
  now_s: number,
): Promise<ErasureRefusal | undefined> {
  if (isLastOwner(await lockOwners(tx), person.id)) return "LAST_OWNER";
  if (await isErased(tx, person.id)) return "USER_ERASED";
  if (await findHold(tx, { kind: "person", id: person.id })) return "ACCOUNT_KEPT";
  await insertErasure(tx, person.id, deletes_messages, now_s);
  await setPhoto(tx, person.id, null);
  await setLanguageCode(tx, person.id, "");
  await changeProfile(tx, { ...person, first_name: DELETED_ACCOUNT_NAME, last_name: "", username: null }, "");
  await suspendAccount(tx, person.id, now_s);
  await erasePrivateRows(tx, person.id, now_s);
  await endAllSessions(tx, person.id);
  await eraseIdentities(tx, person.id);
  await record(tx, { by, action: "person_erased", subject: { kind: "person", id: person.id } }, now_s);
  return undefined;
}
