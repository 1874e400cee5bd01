/** Puts mails into the queue, in the transaction of what they are about. */
import { MAILS_PER_HOUR, type MailDetail, type MailKind } from "../../domain/mail.ts";
import { countMailsOf, insertMail } from "../../store/queries/mail/outgoing-mail.ts";
import { notifyNodesOfMail } from "../../store/queries/streams/service-stream.ts";
import type { Tx } from "../../store/db.ts";
import type { Hashes } from "../accounts/tokens.ts";

const HOUR_S = 3600;
/** Random bytes from which a code is made. */
const NONCE_BYTES = 16;

/** What codes in mails are made with. */
export interface MailMint {
  readonly hashes: Hashes;
  readonly bytes: (length: number) => Buffer;
}

export interface MailCode {
  /** What the queue has of it. */
  readonly nonce: string;
  /** The hash by which the code is looked up. */
  readonly code_hash: string;
}

/** Makes a code that is nowhere stored: the mail has it from the nonce and the secret key when it is sent. */
export function mailCode({ hashes, bytes }: MailMint): MailCode {
  const nonce = bytes(NONCE_BYTES).toString("hex");
  return { nonce, code_hash: hashes.of(hashes.ofMail(nonce)) };
}

export interface NewMail<K extends MailKind> {
  readonly kind: K;
  /** The person who causes it, to whom it counts. */
  readonly account_id: number;
  /** The person it is for; `null` for one without an account. */
  readonly person_id: number | null;
  readonly address: string;
  readonly nonce?: string;
  readonly detail: MailDetail[K];
  /** Seconds after which it would be of no use. */
  readonly lasts_s: number;
  /** Whether it is written as any other and never sent, so that a stranger's call takes the same time. */
  readonly is_decoy?: boolean;
}

/**
 * @returns false if the person has caused too many mails of its kind in the last hour (`MAILS_PER_HOUR`); then it is not
 * queued
 */
export async function queueMail<K extends MailKind>(tx: Tx, mail: NewMail<K>, now_s: number): Promise<boolean> {
  const { kind, account_id, nonce = "", lasts_s, is_decoy = false, ...rest } = mail;
  const limit = MAILS_PER_HOUR[kind];
  const caused = await countMailsOf(tx, { account_id, kind }, now_s - HOUR_S, limit);
  // Decoys of all strangers count to one account, so its limit would tell them from mails.
  if (!is_decoy && caused >= limit) return false;
  const times = { created_at: now_s, expires_at: now_s + lasts_s };
  await insertMail(tx, { ...rest, ...times, kind, account_id, nonce }, is_decoy ? null : now_s);
  notifyNodesOfMail(tx);
  return true;
}
