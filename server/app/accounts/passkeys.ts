/** Passkeys of people: added, renamed, removed, and used to sign in (behaviour.md §2). */
import type { Assertion } from "@heliogram/shared/passkeys.ts";
import { isFreshCounter, MAX_PASSKEYS } from "../../domain/passkeys.ts";
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  markPasskeyUsed,
  passkeysOf,
  setPasskeyName,
  type Passkey,
  type PasskeyUse,
} from "../../store/queries/accounts/passkeys.ts";
import { lockPerson } from "../../store/queries/accounts/people.ts";
import { useToken } from "../../store/queries/accounts/provider-sessions.ts";
import { record } from "../../store/queries/service/audit.ts";
import { nextNumber } from "../../store/queries/service/counters.ts";
import type { Db, Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { tellPerson } from "../notices/tell-person.ts";
import { dropLastRecoveryCodes, firstRecoveryCodes, type SecondFactorMint } from "./second-factor.ts";
import type { SessionOptions } from "./sessions.ts";
import { letIn, type SignedIn, type SignInMint } from "./sign-in.ts";
import { hasOtherWayIn, type SignInMeans } from "./ways-in.ts";
import { verifyAssertion, type Expected, type VerifiedCredential } from "./webauthn.ts";

/** A challenge that counts once. */
export interface OnceChallenge {
  readonly challenge: string;
  /** Until when it could be answered, in Unix seconds. */
  readonly expires_at: number;
}

/** Why an assertion was not accepted. */
export type PasskeyFault = "unknown passkey" | "wrong passkey" | "passkey counter";

export type CheckedPasskey =
  | { readonly person_id: number; readonly use: PasskeyUse; readonly fault?: undefined }
  | { readonly person_id: number | undefined; readonly fault: PasskeyFault };

/** @param of - the person whose passkey it must be; without one, the authenticator must name the person */
export async function checkPasskey(
  db: Db,
  assertion: Assertion,
  expected: Expected,
  of?: number,
): Promise<CheckedPasskey> {
  const passkey = await db.read((tx) => findPasskey(tx, assertion.id));
  if (!passkey || (of !== undefined && passkey.person_id !== of)) return { person_id: of, fault: "unknown passkey" };
  const { id, person_id, public_key, user_handle, rp_id } = passkey;
  const { userHandle } = assertion.response;
  const isSamePerson = userHandle === user_handle || (of !== undefined && userHandle === undefined);
  const isHere = rp_id === expected.rp_id;
  const said = isSamePerson && isHere ? await verifyAssertion(assertion, public_key, expected) : undefined;
  if (!said) return { person_id, fault: "wrong passkey" };
  if (!isFreshCounter(said.counter, passkey.counter)) return { person_id, fault: "passkey counter" };
  return { person_id, use: { id, ...said } };
}

/** Uses up a challenge and notes the use of the passkey. @returns false if either was used meanwhile, or is gone */
export async function spendPasskey(
  tx: Tx,
  use: PasskeyUse,
  { challenge, expires_at }: OnceChallenge,
  now_s: number,
): Promise<boolean> {
  return (await useToken(tx, challenge, expires_at)) && markPasskeyUsed(tx, use, now_s);
}

/** Opens a session in place of a password. The assertion was checked. */
export async function signInByPasskey(
  tx: Tx,
  mint: SignInMint,
  options: SessionOptions,
  { use, once }: { readonly use: PasskeyUse; readonly once: OnceChallenge },
  now_s: number,
): Promise<SignedIn | "USER_DEACTIVATED" | "CHALLENGE_INVALID"> {
  const person = await lockPerson(tx, options.person_id);
  if (!person || person.suspended_at !== null) return "USER_DEACTIVATED";
  if (!(await spendPasskey(tx, use, once, now_s))) return "CHALLENGE_INVALID";
  return letIn(tx, mint, person, options, now_s);
}

export interface NewPasskey {
  readonly credential: VerifiedCredential;
  readonly name: string;
  readonly rp_id: string;
  readonly user_handle: string;
}

/** @returns the passkey, and the recovery codes if it is the person's first second factor. The person is locked. */
export async function addPasskey(
  tx: Tx,
  mint: SecondFactorMint,
  person_id: number,
  { credential, name, rp_id, user_handle }: NewPasskey,
  now_s: number,
): Promise<
  | { readonly passkey: Passkey; readonly recovery_codes: readonly string[] | undefined }
  | "TOO_MANY_PASSKEYS"
  | "PASSKEY_TAKEN"
> {
  if ((await passkeysOf(tx, person_id)).length >= MAX_PASSKEYS) return "TOO_MANY_PASSKEYS";
  const recovery_codes = await firstRecoveryCodes(tx, mint, person_id);
  const id = await nextNumber(tx, "passkey");
  const passkey = { id, person_id, ...credential, rp_id, user_handle, name, created_at: now_s };
  if (!(await insertPasskey(tx, passkey))) return "PASSKEY_TAKEN";
  await changed(tx, mint.app, person_id, { kind: "passkey_added", name }, now_s);
  return { passkey: { ...passkey, used_at: null }, recovery_codes };
}

/** @returns false if the person has no such passkey */
export async function renamePasskey(tx: Tx, person_id: number, id: number, name: string): Promise<boolean> {
  const existed = await setPasskeyName(tx, person_id, id, name);
  if (existed) tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
  return existed;
}

/** Removes a passkey of a person, who is locked. With the last second factor, the recovery codes go. */
export async function removePasskey(
  tx: Tx,
  app: AppContext,
  person_id: number,
  passkey_id: number,
  means: SignInMeans,
  now_s: number,
): Promise<"PASSKEY_NOT_FOUND" | "ONLY_SIGN_IN" | undefined> {
  const passkey = (await passkeysOf(tx, person_id)).find(({ id }) => id === passkey_id);
  if (!passkey) return "PASSKEY_NOT_FOUND";
  // One of another domain is no way in.
  const isWayIn = passkey.rp_id === means.rp_id;
  if (isWayIn && !(await hasOtherWayIn(tx, person_id, means, { passkey_id }))) return "ONLY_SIGN_IN";
  await deletePasskey(tx, passkey_id);
  await dropLastRecoveryCodes(tx, person_id);
  await changed(tx, app, person_id, { kind: "passkey_removed", name: passkey.name }, now_s);
  return undefined;
}

async function changed(
  tx: Tx,
  app: AppContext,
  person_id: number,
  { kind, name }: { readonly kind: "passkey_added" | "passkey_removed"; readonly name: string },
  now_s: number,
): Promise<void> {
  const entry = { by: person_id, action: kind, subject: { kind: "person", id: person_id } } as const;
  await record(tx, { ...entry, detail: { device: name } }, now_s);
  await tellPerson(tx, app, person_id, { kind }, now_s);
  tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
}
