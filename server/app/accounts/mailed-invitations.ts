/** Invitations that are sent by mail. Whoever signs up with the link has shown that the address is theirs. */
import type { MailAddress } from "../../domain/mail-address.ts";
import { record } from "../../store/queries/service/audit.ts";
import {
  insertInvitationAddress,
  isInvited,
  markInvitationMailed,
  takeInvitationAddress,
  type InvitationAddress,
} from "../../store/queries/accounts/invitation-addresses.ts";
import { ownerOfMailAddress, saveMailAddress } from "../../store/queries/mail/mail-addresses.ts";
import type { Tx } from "../../store/db.ts";
import { mailCode, queueMail, type MailMint } from "../mail/queue-mail.ts";
import { readMailAddress } from "../mail/read-address.ts";
import { makeInvitation, type InvitationOptions } from "./invitations.ts";

export interface MailedInvitationOptions extends Pick<InvitationOptions, "lasts_s" | "chat_ids"> {
  readonly created_by: number;
}

/**
 * Invites one person by mail. The owner does not learn the code: only who reads the mailbox has it.
 * @returns `TOO_MANY` if the inviter has caused too many mails; then the transaction must be rolled back
 */
export async function inviteByMail(
  tx: Tx,
  mint: MailMint,
  options: MailedInvitationOptions,
  { address, folded }: MailAddress,
  now_s: number,
): Promise<"invited" | "already_invited" | "has_account" | "TOO_MANY"> {
  if ((await ownerOfMailAddress(tx, folded)) !== undefined) return "has_account";
  if (await isInvited(tx, folded, now_s)) return "already_invited";
  const { nonce, code_hash } = mailCode(mint);
  const invitation_id = await makeInvitation(tx, { ...options, makes_owner: false, max_uses: 1 }, code_hash, now_s);
  const expires_at = now_s + options.lasts_s;
  const invited = { invitation_id, address, folded, nonce, mailed_at: now_s, expires_at };
  await insertInvitationAddress(tx, invited);
  return (await queueInvitation(tx, options.created_by, invited, now_s)) ? "invited" : "TOO_MANY";
}

/**
 * Mails an open invitation once more, with the same link.
 * @returns `TOO_MANY` if the owner has caused too many mails; then the transaction must be rolled back
 */
export async function mailInvitationAgain(
  tx: Tx,
  by: number,
  id: number,
  now_s: number,
): Promise<"INVITATION_NOT_FOUND" | "TOO_MANY" | undefined> {
  const invited = await markInvitationMailed(tx, id, now_s);
  if (!invited) return "INVITATION_NOT_FOUND";
  return (await queueInvitation(tx, by, invited, now_s)) ? undefined : "TOO_MANY";
}

function queueInvitation(tx: Tx, by: number, invited: InvitationAddress, now_s: number): Promise<boolean> {
  const { address, nonce, expires_at } = invited;
  const mail = { kind: "invitation", account_id: by, person_id: null, address, nonce, detail: {} } as const;
  return queueMail(tx, { ...mail, lasts_s: expires_at - now_s }, now_s);
}

/** Makes the address of a used invitation the new person's, unless somebody has it meanwhile. */
export async function takeInvitedAddress(tx: Tx, invitation_id: number, person_id: number, now_s: number) {
  const invited = await takeInvitationAddress(tx, invitation_id);
  if (invited === undefined) return;
  const { address, folded } = readMailAddress(invited)!;
  if ((await ownerOfMailAddress(tx, folded)) !== undefined) return;
  if (!(await saveMailAddress(tx, { person_id, address, verified_at: now_s }, folded))) return;
  await record(tx, { by: person_id, action: "mail_address_set", subject: { kind: "person", id: person_id } }, now_s);
}
