/** Makes the letter of a mail when it is sent, from what is true then. */
import type { Hashes } from "../app/accounts/tokens.ts";
import type { AccountNotice } from "../domain/account-notices.ts";
import { accountName, mailLanguage, type MailLanguage, type OutgoingMail } from "../domain/mail.ts";
import { findPerson, type Person } from "../store/queries/accounts/people.ts";
import { findMailClaim } from "../store/queries/mail/mail-addresses.ts";
import type { ReadTx } from "../store/db.ts";
import type { Letter } from "./letter.ts";
import { accountNoticeLetter } from "./letters/account-notice.ts";
import { verificationLetter } from "./letters/verification.ts";

export interface ComposeContext {
  /** The address at which people reach the service, without a slash at its end. */
  readonly public_url: string;
  readonly hashes: Hashes;
  readonly now_s: number;
}

export interface ComposedMail {
  readonly letter: Letter;
  readonly language: MailLanguage;
}

/** @returns `undefined` if the mail is of no use any more, and is withdrawn */
export async function composeMail(
  tx: ReadTx,
  context: ComposeContext,
  mail: OutgoingMail,
): Promise<ComposedMail | undefined> {
  const person = mail.person_id === null ? undefined : await findPerson(tx, mail.person_id);
  if (!person || person.suspended_at !== null) return undefined;
  const language = mailLanguage(person.language_code);
  const letter = await letterTo(tx, context, mail, person, language);
  return letter && { letter, language };
}

async function letterTo(
  tx: ReadTx,
  { public_url, hashes, now_s }: ComposeContext,
  { kind, nonce, detail }: OutgoingMail,
  person: Person,
  language: MailLanguage,
): Promise<Letter | undefined> {
  const named = { account: accountName(person), service: serviceName(public_url) };
  if (kind === "account_notice")
    return accountNoticeLetter(language, detail as AccountNotice, { ...named, url: `${public_url}/settings` });
  const code = hashes.ofMail(nonce);
  if (!(await findMailClaim(tx, hashes.of(code), now_s))) return undefined;
  return verificationLetter(language, { ...named, url: `${public_url}/mail/${code}` });
}

/** How mails call the service: by its host, which people know from its address. */
export function serviceName(public_url: string): string {
  return new URL(public_url).host;
}
