/** Sign-up, with an invitation or without one, and the switch that allows it without one. */
import type { Account } from "../../domain/accounts.ts";
import type { AuditActor } from "../../domain/audit.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import { insertInvitationUse, takeInvitation } from "../../store/queries/accounts/invitations.ts";
import { lockSignUp, setSignUpOpen } from "../../store/queries/accounts/sign-up.ts";
import { createPerson, type NewPerson } from "./create-account.ts";
import { takeInvitedAddress } from "./mailed-invitations.ts";
import type { AppContext } from "../app-context.ts";
import { welcomePerson } from "./welcome.ts";

/** Allows or forbids sign-up without an invitation. Does nothing, and records nothing, if that is already so. */
export async function switchSignUp(tx: Tx, by: AuditActor, open: boolean, now_s: number): Promise<void> {
  if ((await lockSignUp(tx)) === open) return;
  await setSignUpOpen(tx, open);
  await record(tx, { by, action: open ? "sign_up_opened" : "sign_up_closed" }, now_s);
}

export type SignUp = Omit<NewPerson, "is_owner">;

/** Creates an account for the operator, who needs no invitation. */
export async function addPerson(tx: Tx, person: NewPerson, now_s: number): Promise<Account | "USERNAME_TAKEN"> {
  const made = await createPerson(tx, person, now_s);
  if (made === "USERNAME_TAKEN") return made;
  const detail = { username: made.username!, makes_owner: person.is_owner };
  const subject = { kind: "person", id: made.id } as const;
  await record(tx, { by: "operator", action: "person_created", detail, subject }, now_s);
  return made;
}

/** Creates an account by invitation. Only an invitation can create an owner. */
export async function signUpInvited(
  tx: Tx,
  app: AppContext,
  code_hash: string,
  signUp: SignUp,
  now_s: number,
): Promise<Account | "INVITATION_INVALID" | "USERNAME_TAKEN"> {
  const invitation = await takeInvitation(tx, code_hash, now_s);
  if (!invitation) return "INVITATION_INVALID";
  const { id, makes_owner } = invitation;
  const person = await createPerson(tx, { ...signUp, is_owner: makes_owner }, now_s);
  if (person === "USERNAME_TAKEN") return person;
  await insertInvitationUse(tx, id, person.id, now_s);
  await takeInvitedAddress(tx, id, person.id, now_s);
  await welcomePerson(tx, app, invitation, person, now_s);
  const entry = { by: person.id, action: "invitation_used", detail: { makes_owner } } as const;
  await record(tx, { ...entry, subject: { kind: "invitation", id } }, now_s);
  return person;
}

/** Creates an account without an invitation, never that of an owner. */
export async function signUpUninvited(
  tx: Tx,
  signUp: SignUp,
  now_s: number,
): Promise<Account | "INVITATION_NEEDED" | "USERNAME_TAKEN"> {
  if (!(await lockSignUp(tx))) return "INVITATION_NEEDED";
  const person = await createPerson(tx, { ...signUp, is_owner: false }, now_s);
  if (person === "USERNAME_TAKEN") return person;
  await record(tx, { by: person.id, action: "signed_up", subject: { kind: "person", id: person.id } }, now_s);
  return person;
}
