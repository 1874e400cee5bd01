/** The mail address of a person: claimed, confirmed by the code in a mail, and removed. */
import type { MailAddress } from "../../domain/mail-address.ts";
import {
  deleteMailAddress,
  deleteMailClaim,
  findMailClaim,
  mailAddressOf,
  ownerOfMailAddress,
  saveMailAddress,
  saveMailClaim,
  takeMailClaim,
} from "../../store/queries/mail/mail-addresses.ts";
import { endMailedResets } from "../../store/queries/accounts/mailed-resets.ts";
import { withdrawMails } from "../../store/queries/mail/outgoing-mail.ts";
import { lockPerson, type Person } from "../../store/queries/accounts/people.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { tellPerson } from "../notices/tell-person.ts";
import { tellOwnPages } from "../accounts/own-pages.ts";
import { endMailDigest } from "./mail-digests.ts";
import { mailCode, queueMail, type MailMint } from "./queue-mail.ts";
import { readMailAddress } from "./read-address.ts";

/** Lifetime of a code, in seconds. */
const CLAIM_LASTS_S = 86_400;

/**
 * Sends a code to an address, in place of an earlier one. The person is locked, and has given the password. The address of
 * another person gets a mail like any other, so that nobody learns whose it is.
 * @returns false if the person has caused too many mails
 */
export async function claimMailAddress(
  tx: Tx,
  mint: MailMint,
  person_id: number,
  { address }: MailAddress,
  now_s: number,
): Promise<boolean> {
  const { nonce, code_hash } = mailCode(mint);
  await withdrawMails(tx, person_id, "verification");
  await saveMailClaim(tx, { person_id, address, expires_at: now_s + CLAIM_LASTS_S }, code_hash);
  tellOwnPages(tx, person_id);
  const mail = { kind: "verification", account_id: person_id, person_id, address, nonce, detail: {} } as const;
  return queueMail(tx, { ...mail, lasts_s: CLAIM_LASTS_S }, now_s);
}

/** Makes the address with this code the person's. @throws nothing; a refusal must roll the transaction back */
export async function confirmMailAddress(
  tx: Tx,
  app: AppContext,
  code_hash: string,
  now_s: number,
): Promise<Person | "MAIL_CODE_INVALID" | "MAIL_ADDRESS_TAKEN"> {
  const found = await findMailClaim(tx, code_hash, now_s);
  const person = found && (await lockPerson(tx, found.person_id));
  const claim = person?.suspended_at === null ? await takeMailClaim(tx, code_hash, now_s) : undefined;
  if (!person || !claim) return "MAIL_CODE_INVALID";
  const { address, folded } = readMailAddress(claim.address)!;
  const owner = await ownerOfMailAddress(tx, folded);
  if (owner !== undefined && owner !== person.id) return "MAIL_ADDRESS_TAKEN";
  const earlier = await mailAddressOf(tx, person.id);
  // To the earlier address, if there is one: whoever has taken the account over may have set the other.
  const kind = earlier ? "mail_address_changed" : "mail_address_set";
  if (earlier?.address !== address) await tellPerson(tx, app, person.id, { kind }, now_s);
  if (!(await saveMailAddress(tx, { person_id: person.id, address, verified_at: now_s }, folded)))
    return "MAIL_ADDRESS_TAKEN";
  tellOwnPages(tx, person.id);
  await withdrawMails(tx, person.id, "digest");
  // Their links are in the mailbox of the earlier address.
  await endMailedResets(tx, person.id);
  const subject = { kind: "person", id: person.id } as const;
  await record(tx, { by: person.id, action: "mail_address_set", subject }, now_s);
  return person;
}

/** Removes the address, and one that waits to be confirmed. The person is locked, and has given the password. */
export async function removeMailAddress(tx: Tx, app: AppContext, person_id: number, now_s: number): Promise<void> {
  await dropMailClaim(tx, person_id);
  await endMailDigest(tx, person_id);
  if (!(await mailAddressOf(tx, person_id))) return;
  await tellPerson(tx, app, person_id, { kind: "mail_address_removed" }, now_s);
  await deleteMailAddress(tx, person_id);
  tellOwnPages(tx, person_id);
  await endMailedResets(tx, person_id);
  const subject = { kind: "person", id: person_id } as const;
  await record(tx, { by: person_id, action: "mail_address_removed", subject }, now_s);
}

/** Drops an address that waits to be confirmed: whoever claimed it may not be who has the account from here on. */
export async function dropMailClaim(tx: Tx, person_id: number): Promise<void> {
  if (await deleteMailClaim(tx, person_id)) tellOwnPages(tx, person_id);
  await withdrawMails(tx, person_id, "verification");
}
