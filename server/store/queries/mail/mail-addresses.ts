/** Mail addresses of people: those that are verified, and claims of ones that are not yet. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface VerifiedAddress {
  readonly person_id: number;
  readonly address: string;
  readonly verified_at: number;
}

const ADDRESS_OF = read<VerifiedAddress>("mail_address")`
  select person_id, address, verified_at from mail_address where person_id = ?`;

/** The verified address of a person. */
export function mailAddressOf(tx: ReadTx, person_id: number): Promise<VerifiedAddress | undefined> {
  return tx.get(ADDRESS_OF, person_id);
}

const OWNER_OF_ADDRESS = read<{ person_id: number }>("mail_address")`
  select person_id from mail_address where folded = ?`;

/** The person whose verified address this is, whatever its case. */
export async function ownerOfMailAddress(tx: ReadTx, folded: string): Promise<number | undefined> {
  return (await tx.get(OWNER_OF_ADDRESS, folded))?.person_id;
}

const SAVE_ADDRESS = write<{ person_id: number }>("mail_address")`
  insert into mail_address (person_id, address, folded, verified_at) values (?, ?, ?, ?)
  on conflict do nothing returning person_id`;
const DELETE_ADDRESS = write("mail_address")`delete from mail_address where person_id = ?`;

/**
 * Saves the verified address of a person, in place of an earlier one.
 * @returns false if it is another person's; then the earlier one is gone too, and the caller must roll back
 */
export async function saveMailAddress(tx: Tx, verified: VerifiedAddress, folded: string): Promise<boolean> {
  const { person_id, address, verified_at } = verified;
  await tx.run(DELETE_ADDRESS, person_id);
  return (await tx.get(SAVE_ADDRESS, person_id, address, folded, verified_at)) !== undefined;
}

export async function deleteMailAddress(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_ADDRESS, person_id);
}

/** An address that a person has still to confirm. */
export interface MailClaim {
  readonly person_id: number;
  readonly address: string;
  readonly expires_at: number;
}

const SAVE_CLAIM = write("mail_claim")`
  insert into mail_claim (person_id, address, code_hash, expires_at) values (?, ?, ?, ?)
  on conflict (person_id) do update
    set address = excluded.address, code_hash = excluded.code_hash, expires_at = excluded.expires_at`;

/** Saves a claim, in place of an earlier one of the same person. */
export async function saveMailClaim(tx: Tx, { person_id, address, expires_at }: MailClaim, code_hash: string) {
  await tx.run(SAVE_CLAIM, person_id, address, code_hash, expires_at);
}

const CLAIM_OF = read<MailClaim>("mail_claim")`
  select person_id, address, expires_at from mail_claim where person_id = ? and expires_at > ?`;

export function mailClaimOf(tx: ReadTx, person_id: number, now_s: number): Promise<MailClaim | undefined> {
  return tx.get(CLAIM_OF, person_id, now_s);
}

const FIND_CLAIM = read<MailClaim>("mail_claim")`
  select person_id, address, expires_at from mail_claim where code_hash = ? and expires_at > ?`;

/** The valid claim with this code. */
export function findMailClaim(tx: ReadTx, code_hash: string, now_s: number): Promise<MailClaim | undefined> {
  return tx.get(FIND_CLAIM, code_hash, now_s);
}

const TAKE_CLAIM = write<MailClaim>("mail_claim")`
  delete from mail_claim where code_hash = ? and expires_at > ? returning person_id, address, expires_at`;

/** Uses up the valid claim with this code; of two concurrent calls, one gets it. */
export function takeMailClaim(tx: Tx, code_hash: string, now_s: number): Promise<MailClaim | undefined> {
  return tx.get(TAKE_CLAIM, code_hash, now_s);
}

const DELETE_CLAIM = write<Pick<MailClaim, "person_id">>("mail_claim")`
  delete from mail_claim where person_id = ? returning person_id`;

/** @returns false if there was none */
export async function deleteMailClaim(tx: Tx, person_id: number): Promise<boolean> {
  return (await tx.get(DELETE_CLAIM, person_id)) !== undefined;
}
