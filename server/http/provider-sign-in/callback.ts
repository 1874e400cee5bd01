/** The end of a sign-in with a provider: the browser comes back with a code, and gets a session or a sentence. */
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import { followGroups } from "../../app/accounts/group-chats.ts";
import { connectIdentity, IdentityConflict } from "../../app/accounts/identities.ts";
import {
  recordRefusedProvider,
  signInByProvider,
  type ProviderSignIn,
  type SignedInByProvider,
} from "../../app/accounts/provider-sign-in.ts";
import { sessionLabel } from "../../app/accounts/sessions.ts";
import { useAttempt } from "../../app/accounts/provider-sign-out.ts";
import { chatsOfGroups, makesOwner, readProfile } from "../../domain/provider-claims.ts";
import type { ProviderAnswer, ProviderClient } from "../../oidc/provider-client.ts";
import { ProviderError } from "../../oidc/provider-error.ts";
import type { Tx } from "../../store/db.ts";
import { findSignedIn, lockPerson } from "../../store/queries/accounts/people.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import { attemptInCookie, keepAttempt, keepSession, sessionInCookie } from "../authentication/session-cookie.ts";
import type { ApiDeps } from "../routes/api-deps.ts";
import type { RouteRequest } from "../server.ts";
import { openAttempt, type Connecting, type StoredAttempt } from "./attempt.ts";
import { callbackOf } from "./callback-address.ts";
import type { ProviderPhotos } from "./photos.ts";
import { pageOfFault, redirect } from "./redirect.ts";

/** ID tokens beyond this are not kept: the provider then asks the person whether to sign out. */
const MAX_ID_TOKEN = 8192;
/** Transactions that meet another first sign-in of the same person are repeated. */
const TRIES = 3;

/** What the requests of one sign-in need. */
export interface Callback {
  readonly deps: ApiDeps;
  readonly provider: ProviderClient;
  readonly photos: ProviderPhotos;
  readonly request: RouteRequest;
}

export async function finishSignIn(callback: Callback): Promise<"done"> {
  const { deps, provider, request } = callback;
  const { public_url } = deps.addresses;
  const sealed = attemptInCookie(request.req.headers.cookie, public_url);
  const attempt = sealed === undefined ? undefined : openAttempt(deps.seal, sealed);
  const forget = keepAttempt("", public_url, 0);
  const outcome = await countedOutcome(callback, attempt);
  if (typeof outcome !== "string")
    return redirect(request.res, request.trace_id, outcome.location, [forget, ...outcome.cookies]);
  if (attempt) await noteRefusal(deps, provider.options.id, outcome, request);
  const page = pageOfFault(outcome, attempt?.connect !== undefined);
  return redirect(request.res, request.trace_id, page, attempt ? [forget] : []);
}

interface Success {
  readonly location: string;
  readonly cookies: readonly string[];
}

/** Refusals are counted, by whomever: those of the provider's answer, and those of the rules of this service. */
async function countedOutcome(
  callback: Callback,
  attempt: StoredAttempt | undefined,
): Promise<Success | ProviderFault> {
  const { providers } = callback.deps;
  const { id } = callback.provider.options;
  try {
    const outcome = await outcomeOf(callback, attempt);
    if (typeof outcome === "string") providers.turnedAway(id, outcome);
    return outcome;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    providers.refused(id, error);
    return error.fault;
  }
}

/** @throws ProviderError */
async function outcomeOf(callback: Callback, attempt: StoredAttempt | undefined): Promise<Success | ProviderFault> {
  const { deps, provider, request } = callback;
  const { id } = provider.options;
  const { public_url } = deps.addresses;
  const url = new URL(callbackOf(public_url, id));
  url.search = new URL(request.url, public_url).search;
  const now_s = Math.floor(deps.clock.now() / 1000);
  if (!attempt || attempt.until_s < now_s) return "expired";
  if (attempt.provider_id !== id) return "mixed_up";
  // The cookie is of an attempt in another tab.
  if (attempt.state !== url.searchParams.get("state")) return "expired";
  const hash = deps.hashes.of(`attempt ${attempt.state}`);
  if (!(await deps.db.write((tx) => useAttempt(tx, hash, attempt.until_s)))) return "used";
  const told = signInOf(deps, provider, await provider.finish(url, attempt));
  return attempt.connect ? connect(callback, attempt.connect, told, now_s) : signIn(callback, attempt, told, now_s);
}

function signInOf({ seal }: ApiDeps, { options }: ProviderClient, answer: ProviderAnswer): ProviderSignIn {
  const { subject, claims, sid, id_token } = answer;
  const profile = readProfile(claims, options.claims);
  return {
    issuer: options.issuer,
    subject,
    provider_id: options.id,
    label: options.label,
    email: profile.is_email_verified ? profile.email : "",
    claims,
    profile,
    sid,
    id_token: id_token.length > MAX_ID_TOKEN || !options.sign_out ? "" : seal.close(id_token, "id token"),
  };
}

async function signIn(
  { deps, provider, photos, request }: Callback,
  { return_to }: StoredAttempt,
  told: ProviderSignIn,
  now_s: number,
): Promise<Success | ProviderFault> {
  const { accounts, owner, update } = provider.options;
  const rules = { accounts, owner, updates_names: update.includes("name") };
  const client = deps.clientAddress(request.req);
  const label = sessionLabel(undefined, client.user_agent);
  const session = { label, lasts_s: deps.settings.session_s, from: client.network, way: "provider" } as const;
  const signedIn = await repeated(deps, (tx) => {
    noteClient(tx, client);
    return signInByProvider(tx, deps, told, rules, session, now_s);
  });
  if (typeof signedIn === "string") return signedIn;
  const { person } = signedIn;
  await followProvider(deps, provider, told, person.id, now_s);
  if (wantsPhoto(signedIn, told, update.includes("photo"))) photos.fetch(person, told, told.profile.photo_url);
  deps.providers.ended("signed_in");
  const { public_url } = deps.addresses;
  return { location: return_to, cookies: [keepSession(signedIn.access_token, public_url, deps.settings.session_s)] };
}

/** The claims by which chats and owners are decided, and which the provider has not named in full. */
function claimsLeftOut({ options }: ProviderClient, { profile, claims }: ProviderSignIn): readonly string[] {
  const { chats, owner } = options;
  const ofChats = !profile.groups && Object.keys(chats).length > 0 ? [options.claims.groups] : [];
  const ofOwner = owner && makesOwner(claims, owner) === undefined ? [owner.claim] : [];
  return [...new Set([...ofChats, ...ofOwner])];
}

/** Chats follow the groups, as far as the provider names them. */
async function followProvider(
  deps: ApiDeps,
  provider: ProviderClient,
  told: ProviderSignIn,
  person_id: number,
  now_s: number,
): Promise<void> {
  const { id, issuer, chats } = provider.options;
  const { groups } = told.profile;
  const names = groups && chatsOfGroups(groups, chats);
  const missing = names ? await followGroups(deps.db, deps.app, { person_id, issuer }, names, now_s) : [];
  if (missing.length > 0) deps.providers.chatsMissing(id, missing);
  const leftOut = claimsLeftOut(provider, told);
  if (leftOut.length > 0) deps.providers.leftOut(id, leftOut);
}

function wantsPhoto({ is_new, identity }: SignedInByProvider, { profile }: ProviderSignIn, updates: boolean): boolean {
  return profile.photo_url !== "" && (is_new || (updates && identity.photo_url !== profile.photo_url));
}

/** The session that began to connect an account must be the browser's. */
async function connect(
  { deps, provider, request }: Callback,
  { person_id, session_id }: Connecting,
  told: ProviderSignIn,
  now_s: number,
): Promise<Success | ProviderFault> {
  const token = sessionInCookie(request.req.headers.cookie, deps.addresses.public_url);
  if (token === undefined) return "other_session";
  const token_hash = deps.hashes.of(token);
  const client = deps.clientAddress(request.req);
  const fault = await repeated(deps, async (tx) => {
    noteClient(tx, client);
    const person = await lockPerson(tx, person_id);
    const found = await findSignedIn(tx, token_hash, now_s);
    const isSame = found?.person.id === person_id && found.session_id === session_id;
    if (!isSame || !person || person.suspended_at !== null) return "other_session";
    return connectIdentity(tx, deps.app, person_id, told, now_s);
  });
  if (fault) return fault;
  deps.providers.ended("connected");
  return { location: `/settings/connections?connected=${provider.options.id}`, cookies: [] };
}

async function repeated<T>({ db }: ApiDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.write(work);
    } catch (error) {
      if (!(error instanceof IdentityConflict) || tries >= TRIES) throw error;
    }
  }
}

/** What anonymous clients can write to the audit log is limited. */
async function noteRefusal(
  deps: ApiDeps,
  provider_id: string,
  fault: ProviderFault,
  { req }: RouteRequest,
): Promise<void> {
  if (fault === "expired" || fault === "denied" || (await deps.failuresOnRecord.take("sign-in")) > 0) return;
  await deps.db.write((tx) => {
    noteClient(tx, deps.clientAddress(req));
    return recordRefusedProvider(tx, provider_id, fault, Math.floor(deps.clock.now() / 1000));
  });
}
