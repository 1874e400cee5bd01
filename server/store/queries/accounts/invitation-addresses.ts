/** The mail addresses to which invitations were sent. A row goes when its invitation is used, revoked or expired. */
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";
import { deletesOldest } from "../service/oldest-rows.ts";

export interface InvitationAddress {
  readonly invitation_id: number;
  readonly address: string;
  readonly folded: string;
  /** From which the code is made (`Hashes.ofMail`). */
  readonly nonce: string;
  readonly mailed_at: number;
  readonly expires_at: number;
}

const COLUMNS = "invitation_id, address, folded, nonce, mailed_at, expires_at";

const INSERT_ADDRESS = write("invitation_address")`
  insert into invitation_address (${COLUMNS}) values (?, ?, ?, ?, ?, ?)`;

export async function insertInvitationAddress(tx: Tx, invited: InvitationAddress): Promise<void> {
  const { invitation_id, address, folded, nonce, mailed_at, expires_at } = invited;
  await tx.run(INSERT_ADDRESS, invitation_id, address, folded, nonce, mailed_at, expires_at);
}

const FIND_INVITED = read<{ invitation_id: number }>("invitation_address")`
  select invitation_id from invitation_address where folded = ? and expires_at > ? limit 1`;

/** Whether an invitation to this address is open. */
export async function isInvited(tx: ReadTx, folded: string, now_s: number): Promise<boolean> {
  return (await tx.get(FIND_INVITED, folded, now_s)) !== undefined;
}

const MARK_MAILED = write<InvitationAddress>("invitation_address")`
  update invitation_address set mailed_at = ? where invitation_id = ? and expires_at > ? returning ${COLUMNS}`;

/** Notes that an open invitation is mailed once more. */
export function markInvitationMailed(tx: Tx, id: number, now_s: number): Promise<InvitationAddress | undefined> {
  return tx.get(MARK_MAILED, now_s, id, now_s);
}

const ADDRESSES_OF = read<InvitationAddress>("invitation_address")`
  select ${COLUMNS} from invitation_address where invitation_id in ${numbers}`;

/** The addresses of some invitations. */
export function addressesOfInvitations(tx: ReadTx, ids: readonly number[]): Promise<InvitationAddress[]> {
  return tx.all(ADDRESSES_OF, JSON.stringify(ids));
}

const TAKE_ADDRESS = write<{ address: string }>("invitation_address")`
  delete from invitation_address where invitation_id = ? returning address`;

/** Removes the address of an invitation. @returns it, if it was sent by mail */
export async function takeInvitationAddress(tx: Tx, id: number): Promise<string | undefined> {
  return (await tx.get(TAKE_ADDRESS, id))?.address;
}

/** Deletes addresses whose invitation has expired. */
export const deleteExpiredInvitationAddresses = deletesOldest({
  table: "invitation_address",
  key: "invitation_id",
  time: "expires_at",
  until: "<",
});
