/** Invitations to the service: codes with which people sign up. */
import { nextNumber } from "../../store/queries/service/counters.ts";
import {
  deleteUnusedOwnerInvitations,
  insertInvitation,
  revokeInvitation as revoke,
} from "../../store/queries/accounts/invitations.ts";
import { takeInvitationAddress } from "../../store/queries/accounts/invitation-addresses.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Tx } from "../../store/db.ts";
import { secret, type Hashes } from "./tokens.ts";

export interface InvitationOptions {
  /** `null` for the operator. */
  readonly created_by: number | null;
  /** Whether the person who uses it becomes an owner of the service. */
  readonly makes_owner: boolean;
  readonly lasts_s: number;
  /** How many people can sign up with it; 1 by default. */
  readonly max_uses?: number | undefined;
  /** Groups and channels that they join. The caller has checked that `created_by` may invite to them. */
  readonly chat_ids?: readonly number[] | undefined;
}

/** @returns the code, of which only a hash is stored */
export async function invite(
  tx: Tx,
  hashes: Hashes,
  bytes: (length: number) => Buffer,
  options: InvitationOptions,
  now_s: number,
): Promise<string> {
  const code = secret(bytes);
  await makeInvitation(tx, options, hashes.of(code), now_s);
  return code;
}

/** @returns the id */
export async function makeInvitation(
  tx: Tx,
  options: InvitationOptions,
  code_hash: string,
  now_s: number,
): Promise<number> {
  const id = await nextNumber(tx, "invitation");
  const { created_by, makes_owner, lasts_s, max_uses = 1, chat_ids = [] } = options;
  const invitation = { id, created_by, makes_owner, created_at: now_s, expires_at: now_s + lasts_s, max_uses };
  await insertInvitation(tx, invitation, chat_ids, code_hash);
  const entry = { by: created_by ?? "operator", action: "invitation_made", detail: { makes_owner } } as const;
  await record(tx, { ...entry, subject: { kind: "invitation", id } }, now_s);
  return id;
}

/** Replaces the operator's unused invitations of owners by one. @returns its code */
export async function inviteFirstOwner(
  tx: Tx,
  hashes: Hashes,
  bytes: (length: number) => Buffer,
  lasts_s: number,
  now_s: number,
): Promise<string> {
  await deleteUnusedOwnerInvitations(tx);
  return invite(tx, hashes, bytes, { created_by: null, makes_owner: true, lasts_s }, now_s);
}

/** Revokes an invitation that nobody has used. @returns false if there is none of this id */
export async function revokeInvitation(tx: Tx, by: number, id: number, now_s: number): Promise<boolean> {
  if (!(await revoke(tx, id, now_s))) return false;
  await takeInvitationAddress(tx, id);
  await record(tx, { by, action: "invitation_revoked", subject: { kind: "invitation", id } }, now_s);
  return true;
}
