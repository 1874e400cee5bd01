/** Administration of people by service owners and the operator: suspend, restore, grant and revoke ownership. */
import type { AuditActor } from "../../domain/audit.ts";
import { isLastOwner } from "../../domain/owners.ts";
import { restoreAccount, suspendAccount } from "../../store/queries/accounts/accounts.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import { dropMailClaim } from "../mail/mail-addresses.ts";
import { isErased } from "../../store/queries/accounts/erasures.ts";
import { endAllSessions } from "./sessions.ts";
import { tellOwnPages } from "./own-pages.ts";
import { endResets } from "../../store/queries/accounts/password-resets.ts";
import { lockOwners, setOwner, type Person } from "../../store/queries/accounts/people.ts";

const subjectOf = (person: Person) => ({ kind: "person", id: person.id }) as const;

/**
 * Suspends a person: all sessions and web sockets end; the messages stay. Suspending a suspended person changes nothing.
 */
export async function suspendPerson(
  tx: Tx,
  by: AuditActor,
  person: Person,
  now_s: number,
): Promise<"CANT_SUSPEND_SELF" | "LAST_OWNER" | undefined> {
  if (by === person.id) return "CANT_SUSPEND_SELF";
  if (isLastOwner(await lockOwners(tx), person.id)) return "LAST_OWNER";
  if (person.suspended_at !== null) return undefined;
  await suspendAccount(tx, person.id, now_s);
  await endResets(tx, person.id);
  await dropMailClaim(tx, person.id);
  await endAllSessions(tx, person.id);
  await record(tx, { by, action: "person_suspended", subject: subjectOf(person) }, now_s);
  return undefined;
}

/** Ends the suspension of a person, who then has to sign in again. @returns the refusal, or `undefined` */
export async function restorePerson(
  tx: Tx,
  by: AuditActor,
  person: Person,
  now_s: number,
): Promise<"USER_ERASED" | undefined> {
  if (person.suspended_at === null) return undefined;
  if (await isErased(tx, person.id)) return "USER_ERASED";
  await restoreAccount(tx, person.id);
  await record(tx, { by, action: "person_restored", subject: subjectOf(person) }, now_s);
  return undefined;
}

export async function makeOwner(
  tx: Tx,
  by: AuditActor,
  person: Person,
  now_s: number,
): Promise<"USER_DEACTIVATED" | undefined> {
  if (person.suspended_at !== null) return "USER_DEACTIVATED";
  if (person.is_owner) return undefined;
  await changeOwner(tx, person, true);
  await record(tx, { by, action: "owner_made", subject: subjectOf(person) }, now_s);
  return undefined;
}

export async function unmakeOwner(
  tx: Tx,
  by: AuditActor,
  person: Person,
  now_s: number,
): Promise<"LAST_OWNER" | undefined> {
  if (!person.is_owner) return undefined;
  if (isLastOwner(await lockOwners(tx), person.id)) return "LAST_OWNER";
  await changeOwner(tx, person, false);
  await record(tx, { by, action: "owner_unmade", subject: subjectOf(person) }, now_s);
  return undefined;
}

/** The event makes the person's clients update what they offer. */
async function changeOwner(tx: Tx, person: Person, is_owner: boolean): Promise<void> {
  await setOwner(tx, person.id, is_owner);
  tellOwnPages(tx, person.id);
}
