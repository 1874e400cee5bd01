/** Password resets that people ask for by mail, without a session. */
import { record } from "../../store/queries/service/audit.ts";
import { identitiesOf } from "../../store/queries/accounts/identities.ts";
import { countMailedResets, insertMailedReset } from "../../store/queries/accounts/mailed-resets.ts";
import { findCredentials, lockPerson, passwordHashOf, type Person } from "../../store/queries/accounts/people.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { isKnownPlace } from "../../store/queries/accounts/sign-in-places.ts";
import { mailAddressOf, ownerOfMailAddress } from "../../store/queries/mail/mail-addresses.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { mailCode, queueMail, type MailMint } from "../mail/queue-mail.ts";
import { readMailAddress } from "../mail/read-address.ts";

/** Lifetime of a link, in seconds. */
const LASTS_S = 3600;
/**
 * Mails to one person within a period, in seconds: those that are asked for at places where the person was signed in, and
 * as many at all others, so that strangers leave the person their own.
 */
const MAILS_TO_ONE = [
  { period_s: 3600, mails: 3 },
  { period_s: 86_400, mails: 6 },
];
/** No account has this id. */
const NOBODY = 0;

export interface ResetRequest {
  /** A user name or a mail address, as it was typed. */
  readonly name: string;
  /** The network address of the client. */
  readonly from: string;
  /** Whether the audit log has room for it. */
  readonly isRecorded: boolean;
}

/**
 * Mails a link to the verified address of the person with this name. Links that are under way stay valid. The same
 * statements run if there is no such person, if they have no address or are suspended, and if they have got enough
 * mails: the caller sees no difference, and the time tells none.
 */
export async function mailReset(tx: Tx, mint: MailMint, request: ResetRequest, now_s: number): Promise<void> {
  const person_id = await findNamed(tx, request.name);
  const person = await lockPerson(tx, person_id);
  const address = (await mailAddressOf(tx, person_id))?.address;
  const is_known_place = await isKnownPlace(tx, person_id, mint.hashes.ofPlace(person_id, request.from));
  const isFree = await hasRoom(tx, person_id, is_known_place, now_s);
  const way = await wayOf(tx, person_id);
  const isReachable = isFree && way !== "none" && person?.suspended_at === null;
  const to = isReachable && address !== undefined ? { person, address } : undefined;
  const id = to?.person.id ?? null;
  const { nonce, code_hash } = mailCode(mint);
  const expires_at = to && way === "link" ? now_s + LASTS_S : now_s;
  await insertMailedReset(tx, { person_id: id, is_known_place, created_at: now_s, expires_at }, code_hash);
  const mail = {
    kind: "password_reset",
    account_id: id ?? NOBODY,
    person_id: id,
    detail: { way: way === "link" ? way : "provider" },
  } as const;
  await queueMail(tx, { ...mail, ...contentFor(to, nonce), lasts_s: LASTS_S, is_decoy: !to }, now_s);
  if (request.isRecorded) await recordRequest(tx, person, now_s);
}

/** @returns the id of the person, or of nobody. Both ways are tried, whatever was typed. */
async function findNamed(tx: ReadTx, typed: string): Promise<number> {
  const username = typed.trim().replace(/^@/, "").toLowerCase();
  const named = await findCredentials(tx, username);
  const owner = await ownerOfMailAddress(tx, readMailAddress(typed)?.folded ?? "");
  return named?.person_id ?? owner ?? NOBODY;
}

async function hasRoom(tx: ReadTx, person_id: number, is_known_place: boolean, now_s: number): Promise<boolean> {
  let isFree = true;
  for (const { period_s, mails } of MAILS_TO_ONE)
    if ((await countMailedResets(tx, person_id, is_known_place, now_s - period_s)) >= mails) isFree = false;
  return isFree;
}

/**
 * Who signs in by a provider alone gets no password by a mail: the provider decides who may come in. While nobody signs in
 * by password, a link would be of no use.
 */
async function wayOf(tx: ReadTx, person_id: number): Promise<"link" | "provider" | "none"> {
  const password_hash = await passwordHashOf(tx, person_id);
  const identities = await identitiesOf(tx, person_id);
  const isOn = await isPasswordSignInOn(tx);
  if (identities.length > 0 && (password_hash === null || !isOn)) return "provider";
  return isOn ? "link" : "none";
}

function contentFor(to: { readonly address: string } | undefined, nonce: string) {
  return to ? { address: to.address, nonce } : { address: "", nonce: "" };
}

async function recordRequest(tx: Tx, person: Person | undefined, now_s: number): Promise<void> {
  const about = person ? { subject: { kind: "person", id: person.id } as const } : {};
  await record(tx, { by: "stranger", action: "password_reset_asked", ...about }, now_s);
}
