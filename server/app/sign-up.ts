/** Signing up: by an invitation, or without one while the service is open to everybody; and the switch for that. */
import type { Account } from "../domain/accounts.ts";
import type { Author } from "../domain/audit.ts";
import { record } from "../store/audit.ts";
import type { Tx } from "../store/db.ts";
import { insertInvitationUse, takeInvitation } from "../store/invitations.ts";
import { holdSignUp, setSignUpOpen } from "../store/sign-up.ts";
import { createPerson, type NewPerson } from "./create-account.ts";
import type { Env } from "./env.ts";
import { welcome } from "./welcome.ts";

/** Opens sign-up to everybody, or closes it to all but the invited. What is so already is no deed. */
export async function switchSignUp(tx: Tx, by: Author, open: boolean, now_s: number): Promise<void> {
  if ((await holdSignUp(tx)) === open) return;
  await setSignUpOpen(tx, open);
  await record(tx, { by, action: open ? "sign_up_opened" : "sign_up_closed" }, now_s);
}

export type Newcomer = Omit<NewPerson, "is_owner">;

/** Makes the account of whoever holds the invitation with this hash. It alone can make an owner. */
export async function signUpInvited(
  tx: Tx,
  env: Env,
  code_hash: string,
  newcomer: Newcomer,
  now_s: number,
): Promise<Account | "INVITATION_INVALID" | "USERNAME_TAKEN"> {
  const invitation = await takeInvitation(tx, code_hash, now_s);
  if (!invitation) return "INVITATION_INVALID";
  const { id, makes_owner } = invitation;
  const person = await createPerson(tx, { ...newcomer, is_owner: makes_owner }, now_s);
  if (person === "USERNAME_TAKEN") return person;
  await insertInvitationUse(tx, id, person.id, now_s);
  await welcome(tx, env, invitation, person, now_s);
  const note = { by: person.id, action: "invitation_used", detail: { makes_owner } } as const;
  await record(tx, { ...note, subject: { kind: "invitation", id } }, now_s);
  return person;
}

/** Makes an account without an invitation, which is never an owner's. */
export async function signUpUninvited(
  tx: Tx,
  newcomer: Newcomer,
  now_s: number,
): Promise<Account | "INVITATION_NEEDED" | "USERNAME_TAKEN"> {
  if (!(await holdSignUp(tx))) return "INVITATION_NEEDED";
  const person = await createPerson(tx, { ...newcomer, is_owner: false }, now_s);
  if (person === "USERNAME_TAKEN") return person;
  await record(tx, { by: person.id, action: "signed_up", subject: { kind: "person", id: person.id } }, now_s);
  return person;
}
