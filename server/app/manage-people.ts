/** What owners of the service and its operator do to people: keep them out, let them in, make them owners. */
import type { Author } from "../domain/audit.ts";
import { isLastOwner } from "../domain/owners.ts";
import { restoreAccount, suspendAccount } from "../store/accounts.ts";
import { record } from "../store/audit.ts";
import type { Tx } from "../store/db.ts";
import { deleteReset } from "../store/password-resets.ts";
import { deleteSessions, holdOwners, setOwner, type Person } from "../store/people.ts";

const about = (person: Person) => ({ kind: "person", id: person.id }) as const;

/**
 * Keeps a person out: every session ends, and so does every open socket. What the person said stays.
 * Nothing happens to who is out already.
 */
export async function suspendPerson(
  tx: Tx,
  by: Author,
  person: Person,
  now_s: number,
): Promise<"CANT_SUSPEND_SELF" | "LAST_OWNER" | undefined> {
  if (by === person.id) return "CANT_SUSPEND_SELF";
  if (isLastOwner(await holdOwners(tx), person.id)) return "LAST_OWNER";
  if (person.suspended_at !== null) return undefined;
  await suspendAccount(tx, person.id, now_s);
  await deleteReset(tx, person.id);
  await endSessions(tx, person.id);
  await record(tx, { by, action: "person_suspended", subject: about(person) }, now_s);
  return undefined;
}

/** Lets a person in again, who then has to sign in. */
export async function restorePerson(tx: Tx, by: Author, person: Person, now_s: number): Promise<void> {
  if (person.suspended_at === null) return;
  await restoreAccount(tx, person.id);
  await record(tx, { by, action: "person_restored", subject: about(person) }, now_s);
}

export async function makeOwner(
  tx: Tx,
  by: Author,
  person: Person,
  now_s: number,
): Promise<"USER_DEACTIVATED" | undefined> {
  if (person.suspended_at !== null) return "USER_DEACTIVATED";
  if (person.is_owner) return undefined;
  await changeOwner(tx, person, true);
  await record(tx, { by, action: "owner_made", subject: about(person) }, now_s);
  return undefined;
}

export async function unmakeOwner(
  tx: Tx,
  by: Author,
  person: Person,
  now_s: number,
): Promise<"LAST_OWNER" | undefined> {
  if (!person.is_owner) return undefined;
  if (isLastOwner(await holdOwners(tx), person.id)) return "LAST_OWNER";
  await changeOwner(tx, person, false);
  await record(tx, { by, action: "owner_unmade", subject: about(person) }, now_s);
  return undefined;
}

/** The person's screens learn of it: what they may show has changed. */
async function changeOwner(tx: Tx, person: Person, is_owner: boolean): Promise<void> {
  await setOwner(tx, person.id, is_owner);
  tx.append({ stream: person.id, kind: "profile", ref: person.id, body: "" });
}

/** Ends all of a person's sessions; their sockets look whether they are still signed in. */
export async function endSessions(tx: Tx, person_id: number): Promise<void> {
  await deleteSessions(tx, person_id);
  tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
}
