/** Mails that the service sends to people, and when it tries again. */
import type { AccountNotice } from "./account-notices.ts";

/** What a mail of each kind has besides its code. Nothing of it is a credential. */
export interface MailDetail {
  /** Asks whether an address belongs to a person. */
  readonly verification: Record<string, never>;
  /** Tells what has happened to an account. */
  readonly account_notice: AccountNotice;
  /** Invites somebody to the service. */
  readonly invitation: Record<string, never>;
  /** A link with which a person who has forgotten the password sets another, or the advice to sign in otherwise. */
  readonly password_reset: { readonly way: "link" | "provider" };
  /** Tells of mentions that stayed unread: of messages after the first time, up to the second, in Unix seconds. */
  readonly digest: { readonly after: number; readonly until: number };
}

export type MailKind = keyof MailDetail;

/** A mail that waits to be sent. */
export interface OutgoingMail<K extends MailKind = MailKind> {
  readonly id: number;
  readonly kind: K;
  /** The person who has caused it. Turns and the limit count by it. */
  readonly account_id: number;
  /** The person it is for; `null` for one without an account. */
  readonly person_id: number | null;
  readonly address: string;
  /** The code in it is made from this and the secret key (`Hashes.ofMail`); empty if it has none. */
  readonly nonce: string;
  readonly detail: MailDetail[K];
  /** Times are Unix seconds. */
  readonly created_at: number;
  readonly expires_at: number;
  /** Attempts that have failed. */
  readonly attempts: number;
}

/** Mails of a kind that one person can cause within an hour. Those of resets have limits of their own beside it. */
export const MAILS_PER_HOUR: Readonly<Record<MailKind, number>> = {
  verification: 30,
  account_notice: 30,
  password_reset: 30,
  invitation: 200,
  digest: 30,
};

const FIRST_DELAY_S = 30;
const LONGEST_DELAY_S = 3600;

/**
 * The seconds until the next attempt, after so many that have failed: 30 seconds, doubled up to an hour, plus up to half
 * of it at random, so that mails which have failed together are not all repeated together.
 */
export function mailDelay(attempts: number, fraction: number): number {
  const delay_s = Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** Math.max(0, attempts - 1));
  return Math.ceil(delay_s * (1 + fraction / 2));
}

/** Languages of mails: those of the web client. */
export const MAIL_LANGUAGES = ["en", "ar"] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

/** The language of mails for a person whose client names this language; English if it is not known. */
export function mailLanguage(language_code: string): MailLanguage {
  const primary = language_code.toLowerCase().split(/[-_]/, 1)[0];
  return MAIL_LANGUAGES.find((each) => each === primary) ?? "en";
}

/** The direction of what is written in a language, as HTML names it. */
export function directionOf(language: MailLanguage): "ltr" | "rtl" {
  return language === "ar" ? "rtl" : "ltr";
}

/** How mails and notices call an account: a user name has no room for a message to strangers, as other names have. */
export function accountName({ username }: { readonly username: string | null }): string {
  return username === null ? "—" : `@${username}`;
}
