/** What the claims of an OpenID provider say about a person, and who may have an account (behaviour.md §2). */
import { MAX_MAIL_ADDRESS } from "@heliogram/shared/limits.ts";
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";
import { MAX_USERNAME, isUsername } from "@heliogram/shared/usernames.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** The names of the claims that are read. */
export interface ClaimNames {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly photo: string;
  readonly email: string;
  readonly email_verified: string;
  readonly groups: string;
  /** The claim with the domain of a person's organization, in place of the domain of the mail address: Google's `hd`. */
  readonly domain?: string | undefined;
}

/** Who gets an account at the first sign-in. All conditions that are given must hold. */
export interface AccountRule {
  /** Everybody whom the provider lets in. */
  readonly anyone: boolean;
  /** Domains of verified mail addresses, or of the claim for domains, in lower case. */
  readonly domains: readonly string[];
  /** Groups, of which one is enough. */
  readonly groups: readonly string[];
}

/** The value of a claim that makes its bearers owners of the service. */
export interface OwnerClaim {
  readonly claim: string;
  readonly value: string;
}

export interface ProviderProfile {
  readonly first_name: string;
  readonly last_name: string;
  /** Names to try, the best first; the last one is always valid. */
  readonly usernames: readonly string[];
  /** Empty if there is none. */
  readonly photo_url: string;
  /** Empty if there is none. */
  readonly email: string;
  readonly is_email_verified: boolean;
  /** Of the claim for domains, in lower case, empty if the person has none; `undefined` if that of the mail address counts. */
  readonly organization_domain: string | undefined;
  /** `undefined` if the provider does not name all of them. */
  readonly groups: readonly string[] | undefined;
}

const MAX_NAME = 64;
const MAX_URL = 2048;
/** Groups of one person. Of more it is not known which ones they are. */
const MAX_GROUPS = 1000;
const FALLBACK_USERNAME = "person";
/** Room for a number behind a user name that is taken. */
const SUFFIX = 6;

/**
 * The value of a claim. A name that no claim has is a path: `realm_access.roles` is a member of `realm_access`, as
 * Keycloak sends it. Its parts may have dots themselves: `resource_access.chat.example.org.roles`.
 */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) {
    const head = name.slice(0, dot);
    if (!Object.hasOwn(claims, head)) continue;
    const inner = claims[head];
    return typeof inner === "object" && inner !== null ? claimOf(inner as Claims, name.slice(dot + 1)) : undefined;
  }
  return undefined;
}

/**
 * Whether the provider says that a claim is to be asked for elsewhere (OpenID Connect Core 1.0, 5.6.2). Entra does so with
 * the groups of people who are in more than 200.
 */
function isElsewhere(claims: Claims, name: string): boolean {
  const names = claims._claim_names;
  if (typeof names !== "object" || names === null || claimOf(claims, name) !== undefined) return false;
  return Object.keys(names).some((each) => name === each || name.startsWith(`${each}.`));
}

function textOf(claims: Claims, name: string): string {
  const value = claimOf(claims, name);
  return typeof value === "string" ? value.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ").trim() : "";
}

/** A claim with one text or a list of them; `undefined` if the provider has left texts out, or names too many. */
function textsOf(claims: Claims, name: string): readonly string[] | undefined {
  const value = claimOf(claims, name);
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return isElsewhere(claims, name) ? undefined : [];
  return value.length > MAX_GROUPS ? undefined : value.filter((each): each is string => typeof each === "string");
}

/** Some providers send texts and numbers in place of the booleans of the standard. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true" || value === 1 || value === "1";
}

const clipped = (text: string, length: number) => [...text].slice(0, length).join("").trim();

/** Everything that is read of the claims, within the limits of accounts. */
export function readProfile(claims: Claims, names: ClaimNames): ProviderProfile {
  const email = textOf(claims, names.email);
  const hasEmail = email.length <= MAX_MAIL_ADDRESS && /^[^\s@]+@[^\s@]+$/.test(email);
  const first = textOf(claims, names.first_name) || textOf(claims, "name") || textOf(claims, names.username);
  const last = textOf(claims, names.first_name) === "" ? "" : textOf(claims, names.last_name);
  const photo_url = textOf(claims, names.photo);
  return {
    first_name: clipped(first || email.split("@")[0]!, MAX_NAME) || FALLBACK_USERNAME,
    last_name: clipped(last, MAX_NAME),
    usernames: usernamesFrom([textOf(claims, names.username), hasEmail ? email : ""]),
    photo_url: photo_url.length <= MAX_URL && /^https?:\/\//i.test(photo_url) ? photo_url : "",
    email: hasEmail ? email : "",
    is_email_verified: hasEmail && isTrue(claimOf(claims, names.email_verified)),
    organization_domain: names.domain === undefined ? undefined : textOf(claims, names.domain).toLowerCase(),
    groups: textsOf(claims, names.groups),
  };
}

function usernamesFrom(texts: readonly string[]): readonly string[] {
  const names = texts.map(asUsername).filter((each) => each !== undefined);
  return [...new Set([...names, FALLBACK_USERNAME])];
}

/** The valid user name that is nearest to a text; `undefined` if nothing of it can be one. */
function asUsername(text: string): string | undefined {
  const local = text.split("@")[0]!;
  const plain = local
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "_");
  const name = plain
    .replace(/^[^A-Za-z]+/, "")
    .slice(0, MAX_USERNAME - SUFFIX)
    .replace(/_+$/, "");
  return isUsername(name) ? name : undefined;
}

/** The n-th name to try in place of one that is taken; 0 is the name itself. */
export function usernameCandidate(name: string, n: number): string {
  return n === 0 ? name : `${name}${n + 1}`;
}

/** Why somebody without an account gets none; `undefined` if they get one. */
export function admissionFault(profile: ProviderProfile, rule: AccountRule): ProviderFault | undefined {
  const { anyone, domains, groups } = rule;
  if (!anyone && domains.length === 0 && groups.length === 0) return "no_account";
  const fault = domains.length > 0 ? domainFault(profile, domains) : undefined;
  if (fault || groups.length === 0) return fault;
  if (!profile.groups) return "groups_unknown";
  return profile.groups.some((each) => groups.includes(each)) ? undefined : "group";
}

function domainFault(profile: ProviderProfile, domains: readonly string[]): ProviderFault | undefined {
  const { email, is_email_verified, organization_domain } = profile;
  if (organization_domain === "") return "no_domain";
  if (organization_domain === undefined) {
    if (email === "") return "no_email";
    if (!is_email_verified) return "unverified_email";
  }
  const domain = organization_domain ?? email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain) ? undefined : "domain";
}

/** Whether the claims make an owner of the service; `undefined` if the provider does not decide it, or has left it out. */
export function makesOwner(claims: Claims, owner: OwnerClaim | undefined): boolean | undefined {
  return owner && textsOf(claims, owner.claim)?.includes(owner.value);
}

/** A chat by its id, or by its user name. */
export type ChatName = number | string;

/** The chats of all groups that a provider knows, and those of them that a person is to be in. */
export function chatsOfGroups(
  groups: readonly string[],
  chats: Readonly<Record<string, readonly ChatName[]>>,
): readonly ChatName[] {
  const wanted = Object.entries(chats).flatMap(([group, names]) => (groups.includes(group) ? names : []));
  return [...new Set(wanted)];
}
