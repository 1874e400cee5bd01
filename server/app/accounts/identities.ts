/** Accounts of people at OpenID providers: connected, disconnected, and kept apart from new ones after an erasure. */
import { createHash } from "node:crypto";
import { record } from "../../store/queries/service/audit.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import {
  deleteIdentity,
  eraseIdentity,
  findIdentity,
  identitiesOf,
  insertIdentity,
  markIdentityUsed,
  setIdentityPhoto,
  type Identity,
  type IdentityKey,
} from "../../store/queries/accounts/identities.ts";
import type { AppContext } from "../app-context.ts";
import { tellPerson } from "../notices/tell-person.ts";
import { hasOtherWayIn, type SignInMeans } from "./ways-in.ts";

/** An account at a provider, with what the provider says of it. */
export interface PresentedIdentity extends IdentityKey {
  /** The provider's id in the settings. */
  readonly provider_id: string;
  /** What people read as its name. */
  readonly label: string;
  /** The verified address; empty if there is none. */
  readonly email: string;
}

/** Another call has connected the same identity meanwhile: the transaction is to be repeated. */
export class IdentityConflict extends Error {}

/** What stands for the subject of an erased person. */
function erasedSubject({ issuer, subject }: IdentityKey): string {
  return `erased ${createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url")}`;
}

/** The identity, also that of an erased person. */
export async function knownIdentity(tx: ReadTx, key: IdentityKey): Promise<Identity | undefined> {
  return (await findIdentity(tx, key)) ?? findIdentity(tx, { issuer: key.issuer, subject: erasedSubject(key) });
}

/** Connects an identity to the account of a person who is signed in and locked. */
export async function connectIdentity(
  tx: Tx,
  app: AppContext,
  person_id: number,
  { issuer, subject, provider_id, label, email }: PresentedIdentity,
  now_s: number,
): Promise<"taken" | undefined> {
  const key = { issuer, subject };
  const before = await knownIdentity(tx, key);
  if (before) {
    if (before.person_id !== person_id) return "taken";
    await markIdentityUsed(tx, key, email, now_s);
    return undefined;
  }
  if (!(await insertIdentity(tx, { ...key, person_id, email }, now_s))) throw new IdentityConflict();
  const entry = { by: person_id, action: "identity_connected", detail: { provider: provider_id } } as const;
  await record(tx, { ...entry, subject: { kind: "person", id: person_id } }, now_s);
  await tellPerson(tx, app, person_id, { kind: "identity_connected", provider: label }, now_s);
  return undefined;
}

/**
 * Removes the identities of a person, who is locked, at an issuer.
 * @returns the refusal, or `undefined`
 */
export async function disconnectIdentity(
  tx: Tx,
  app: AppContext,
  person_id: number,
  { issuer, provider_id, label }: Pick<PresentedIdentity, "issuer" | "provider_id" | "label">,
  means: SignInMeans,
  now_s: number,
): Promise<"IDENTITY_NOT_FOUND" | "ONLY_SIGN_IN" | undefined> {
  const identities = await identitiesOf(tx, person_id);
  if (!identities.some((each) => each.issuer === issuer)) return "IDENTITY_NOT_FOUND";
  if (!(await hasOtherWayIn(tx, person_id, means, { issuer }))) return "ONLY_SIGN_IN";
  await deleteIdentity(tx, person_id, issuer);
  const entry = { by: person_id, action: "identity_disconnected", detail: { provider: provider_id } } as const;
  await record(tx, { ...entry, subject: { kind: "person", id: person_id } }, now_s);
  await tellPerson(tx, app, person_id, { kind: "identity_disconnected", provider: label }, now_s);
  return undefined;
}

/** Keeps of an erased person's identities only what recognises them. */
export async function eraseIdentities(tx: Tx, person_id: number): Promise<void> {
  for (const { issuer, subject } of await identitiesOf(tx, person_id))
    await eraseIdentity(tx, { issuer, subject }, erasedSubject({ issuer, subject }));
}

/** Notes that the photo of this address was taken over. */
export async function notePhoto(tx: Tx, { issuer, subject }: IdentityKey, photo_url: string): Promise<void> {
  await setIdentityPhoto(tx, { issuer, subject }, photo_url);
}
