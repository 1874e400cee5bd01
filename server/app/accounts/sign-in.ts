/** Sign-in with a password that was compared already. */
import type { SignInFault } from "@heliogram/shared/audit.ts";
import { record } from "../../store/queries/service/audit.ts";
import { lockPerson, passwordHashOf, type Person } from "../../store/queries/accounts/people.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { tellOfNewPlace } from "../notices/new-place.ts";
import { openSession, type OpenedSession, type SessionOptions } from "./sessions.ts";
import type { Hashes } from "./tokens.ts";

/** What sessions are opened with. */
export interface SignInMint {
  readonly hashes: Hashes;
  readonly random: { bytes(length: number): Buffer };
  readonly app: AppContext;
}

export interface SignedIn extends OpenedSession {
  readonly person: Person;
}

/**
 * Opens a session. @param password_hash - what the password was compared with: meanwhile another call may have set
 * another password and ended all sessions
 */
export async function signIn(
  tx: Tx,
  mint: SignInMint,
  options: SessionOptions,
  password_hash: string | null,
  now_s: number,
): Promise<SignedIn | "USER_DEACTIVATED" | "WRONG_PASSWORD"> {
  const person = await checkSignIn(tx, options.person_id, password_hash);
  return typeof person === "string" ? person : letIn(tx, mint, person, options, now_s);
}

/**
 * Opens a session for a person who has proven who they are and is locked. They are told of a place that is new.
 * @param provider - by which they have signed in, for the audit log
 */
export async function letIn(
  tx: Tx,
  mint: SignInMint,
  person: Person,
  session: Omit<SessionOptions, "person_id">,
  now_s: number,
  provider?: string,
): Promise<SignedIn> {
  const options = { ...session, person_id: person.id };
  await tellOfNewPlace(tx, mint, options, now_s);
  const opened = await openSession(tx, mint.hashes, mint.random.bytes, options, now_s);
  const device = session.label === "" ? {} : { device: session.label };
  const detail = provider === undefined ? device : { provider, ...device };
  const entry = { by: person.id, action: "signed_in", subject: { kind: "person", id: person.id } } as const;
  await record(tx, { ...entry, detail }, now_s);
  return { person, ...opened };
}

/** Locks the person, if they may still sign in with the password that was compared. */
export async function checkSignIn(
  tx: Tx,
  person_id: number,
  password_hash: string | null,
): Promise<Person | "USER_DEACTIVATED" | "WRONG_PASSWORD"> {
  const person = await lockPerson(tx, person_id);
  if (!person || person.suspended_at !== null) return "USER_DEACTIVATED";
  return (await passwordHashOf(tx, person_id)) === password_hash ? person : "WRONG_PASSWORD";
}

/** Records an attempt to sign in that was refused. @param person_id - `undefined` for an unknown name */
export async function recordFailedSignIn(
  tx: Tx,
  person_id: number | undefined,
  reason: SignInFault | "suspended",
  now_s: number,
): Promise<void> {
  const entry = { by: "stranger", action: "sign_in_failed", detail: { reason } } as const;
  const about = person_id === undefined ? {} : { subject: { kind: "person", id: person_id } as const };
  await record(tx, { ...entry, ...about }, now_s);
}
