/** Makes the letter of a mail when it is sent, from what is true then. */
import type { Seal } from "../app/accounts/seal.ts";
import type { Hashes } from "../app/accounts/tokens.ts";
import { digestEndPath } from "../app/mail/mail-digests.ts";
import { fullName } from "../domain/accounts.ts";
import { accountName, mailLanguage, type MailKind, type MailLanguage, type OutgoingMail } from "../domain/mail.ts";
import { findPerson, type Person } from "../store/queries/accounts/people.ts";
import { findOpenInvitation } from "../store/queries/accounts/invitations.ts";
import { findMailedReset } from "../store/queries/accounts/mailed-resets.ts";
import { findMailClaim } from "../store/queries/mail/mail-addresses.ts";
import type { ReadTx } from "../store/db.ts";
import { readDigest } from "./digest.ts";
import type { Letter } from "./letter.ts";
import { accountNoticeLetter } from "./letters/account-notice.ts";
import { digestLetter } from "./letters/digest.ts";
import { invitationLetter } from "./letters/invitation.ts";
import { passwordResetLetter, providerResetLetter } from "./letters/password-reset.ts";
import { verificationLetter } from "./letters/verification.ts";

export interface ComposeContext {
  /** The address at which people reach the service, without a slash at its end. */
  readonly public_url: string;
  readonly hashes: Hashes;
  readonly seal: Seal;
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
  const person = await findPerson(tx, mail.person_id ?? mail.account_id);
  if (!person || person.suspended_at !== null) return undefined;
  const language = mailLanguage(person.language_code);
  const letter = await letterTo(tx, { ...context, mail, person, language });
  return letter && { letter, language };
}

/** What the letter of one kind needs. */
interface Addressed<K extends MailKind> extends ComposeContext {
  readonly mail: OutgoingMail<K>;
  /** The person it is for, or the inviter of one without an account. */
  readonly person: Person;
  readonly language: MailLanguage;
}

type Composer<K extends MailKind> = (tx: ReadTx, addressed: Addressed<K>) => Promise<Letter | undefined>;

const COMPOSERS: { readonly [K in MailKind]: Composer<K> } = {
  async verification(tx, addressed) {
    const { public_url, hashes, now_s, mail, language } = addressed;
    const code = hashes.ofMail(mail.nonce);
    if (!(await findMailClaim(tx, hashes.of(code), now_s))) return undefined;
    return verificationLetter(language, { ...factsOf(addressed), url: `${public_url}/mail/${code}` });
  },
  async account_notice(_tx, addressed) {
    const { public_url, mail, language } = addressed;
    return accountNoticeLetter(language, mail.detail, { ...factsOf(addressed), url: `${public_url}/settings` });
  },
  async invitation(tx, addressed) {
    const { public_url, hashes, now_s, mail, language, person } = addressed;
    const code = hashes.ofMail(mail.nonce);
    if (!(await findOpenInvitation(tx, hashes.of(code), now_s))) return undefined;
    const inviter = fullName(person);
    return invitationLetter(language, { ...factsOf(addressed), inviter, url: `${public_url}/invite/${code}` });
  },
  async password_reset(tx, addressed) {
    const { public_url, hashes, now_s, mail, language } = addressed;
    const facts = factsOf(addressed);
    if (mail.detail.way === "provider")
      return providerResetLetter(language, { ...facts, url: `${public_url}/sign-in` });
    const code = hashes.ofMail(mail.nonce);
    if (!(await findMailedReset(tx, hashes.of(code), now_s))) return undefined;
    return passwordResetLetter(language, { ...facts, url: `${public_url}/reset/${code}` });
  },
  async digest(tx, addressed) {
    const { public_url, seal, mail, language, person } = addressed;
    const digest = await readDigest(tx, person.id, mail.detail);
    if (!digest) return undefined;
    const unsubscribe_url = public_url + digestEndPath(seal, person.id);
    return digestLetter(language, { ...factsOf(addressed), ...digest, url: `${public_url}/`, unsubscribe_url });
  },
};

function letterTo<K extends MailKind>(tx: ReadTx, addressed: Addressed<K>): Promise<Letter | undefined> {
  return COMPOSERS[addressed.mail.kind](tx, addressed);
}

function factsOf({ person, public_url }: Addressed<MailKind>) {
  return { account: accountName(person), service: serviceName(public_url) };
}

/** How mails call the service: by its host, which people know from its address. */
export function serviceName(public_url: string): string {
  return new URL(public_url).host;
}
