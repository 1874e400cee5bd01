/** Sign-in with an account at an OpenID provider, which has made sure who the person is (behaviour.md §2). */
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import {
  admissionFault,
  makesOwner,
  usernameCandidate,
  type AccountRule,
  type Claims,
  type OwnerClaim,
  type ProviderProfile,
} from "../../domain/provider-claims.ts";
import type { Tx } from "../../store/db.ts";
import { findUsername } from "../../store/queries/accounts/accounts.ts";
import { isErased } from "../../store/queries/accounts/erasures.ts";
import { insertIdentity, markIdentityUsed, type Identity } from "../../store/queries/accounts/identities.ts";
import { lockOwners, lockPerson, type Person } from "../../store/queries/accounts/people.ts";
import { insertProviderSession } from "../../store/queries/accounts/provider-sessions.ts";
import { record } from "../../store/queries/service/audit.ts";
import { createPerson } from "./create-account.ts";
import { IdentityConflict, knownIdentity, type PresentedIdentity } from "./identities.ts";
import { makeOwner, unmakeOwner } from "./person-administration.ts";
import { changeProfile } from "./profile.ts";
import type { SessionOptions } from "./sessions.ts";
import { letIn, type SignInMint } from "./sign-in.ts";

/** How a provider's claims become an account. */
export interface SignInRules {
  readonly accounts: AccountRule;
  readonly owner: OwnerClaim | undefined;
  /** Whether the names follow the provider at every sign-in. */
  readonly updates_names: boolean;
}

/** What a provider has said, as it was read. */
export interface ProviderSignIn extends PresentedIdentity {
  readonly claims: Claims;
  readonly profile: ProviderProfile;
  /** The provider's own session; empty if it names none. */
  readonly sid: string;
  /** Sealed; empty if it is not kept. */
  readonly id_token: string;
}

export interface SignedInByProvider {
  readonly person: Person;
  readonly access_token: string;
  readonly identity: Pick<Identity, "photo_url">;
  readonly is_new: boolean;
}

/** Names with a number that are tried before one with a longer, random number. */
const NUMBERED_NAMES = 9;
const RANDOM_NAMES = 10;

/**
 * Opens a session for the person of an identity, and makes the account at their first sign-in if the rules allow it.
 * @throws IdentityConflict when the transaction is to be repeated
 */
export async function signInByProvider(
  tx: Tx,
  mint: SignInMint,
  told: ProviderSignIn,
  rules: SignInRules,
  session: Omit<SessionOptions, "person_id">,
  now_s: number,
): Promise<SignedInByProvider | ProviderFault> {
  const is_owner = makesOwner(told.claims, rules.owner);
  // Owners are locked before people.
  if (is_owner !== undefined) await lockOwners(tx);
  const found = await knownPerson(tx, told, rules, now_s);
  if (typeof found === "string") return found;
  const fault = found ? undefined : admissionFault(told.profile, rules.accounts);
  if (fault) return fault;
  const { person, identity } = found ?? (await firstSignIn(tx, mint, told, now_s));
  if (is_owner === true) await makeOwner(tx, "operator", person, now_s);
  // The last owner stays one.
  if (is_owner === false) await unmakeOwner(tx, "operator", person, now_s);
  const { access_token, session_id } = await letIn(tx, mint, person, session, now_s, told.provider_id);
  const { issuer, subject, sid, id_token } = told;
  await insertProviderSession(tx, { session_id, issuer, subject, sid, id_token, expires_at: now_s + session.lasts_s });
  return { person, access_token, identity, is_new: !found };
}

interface Found {
  readonly person: Person;
  readonly identity: Pick<Identity, "photo_url">;
}

/** The person of the identity, with the names that the provider says now. */
async function knownPerson(
  tx: Tx,
  told: ProviderSignIn,
  { updates_names }: SignInRules,
  now_s: number,
): Promise<Found | "suspended" | "erased" | undefined> {
  const identity = await knownIdentity(tx, told);
  if (!identity) return undefined;
  const person = await lockPerson(tx, identity.person_id);
  if (!person || person.suspended_at !== null) return (await isErased(tx, identity.person_id)) ? "erased" : "suspended";
  await markIdentityUsed(tx, told, told.email, now_s);
  const { first_name, last_name } = told.profile;
  const isSame = first_name === person.first_name && last_name === person.last_name;
  if (!updates_names || isSame) return { person, identity };
  const named = { ...person, first_name, last_name };
  await changeProfile(tx, named, undefined);
  return { person: named, identity };
}

async function firstSignIn(tx: Tx, { random }: SignInMint, told: ProviderSignIn, now_s: number): Promise<Found> {
  const { issuer, subject, email, provider_id, profile } = told;
  const { first_name, last_name } = profile;
  const username = await freeUsername(tx, profile.usernames, random);
  const account = await createPerson(
    tx,
    { first_name, last_name, username, password_hash: null, is_owner: false },
    now_s,
  );
  // Another transaction has taken the name meanwhile.
  if (account === "USERNAME_TAKEN") throw new IdentityConflict();
  if (!(await insertIdentity(tx, { issuer, subject, person_id: account.id, email }, now_s)))
    throw new IdentityConflict();
  const entry = { by: account.id, action: "signed_up", detail: { provider: provider_id } } as const;
  await record(tx, { ...entry, subject: { kind: "person", id: account.id } }, now_s);
  return { person: { ...account, is_owner: false }, identity: { photo_url: "" } };
}

async function freeUsername(tx: Tx, names: readonly string[], random: SignInMint["random"]): Promise<string> {
  for (const name of names) {
    const tries = name === names.at(-1) ? NUMBERED_NAMES : 2;
    for (let n = 0; n < tries; n += 1) {
      const username = usernameCandidate(name, n);
      if ((await findUsername(tx, username)) === undefined) return username;
    }
  }
  for (let n = 0; n < RANDOM_NAMES; n += 1) {
    const username = usernameCandidate(names[0]!, 10 + (random.bytes(3).readUIntBE(0, 3) % 99_980));
    if ((await findUsername(tx, username)) === undefined) return username;
  }
  throw new IdentityConflict();
}

/** Records a sign-in with a provider that was refused. */
export async function recordRefusedProvider(
  tx: Tx,
  provider: string,
  reason: ProviderFault,
  now_s: number,
): Promise<void> {
  await record(tx, { by: "stranger", action: "sign_in_failed", detail: { provider, reason } }, now_s);
}
