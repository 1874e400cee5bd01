/** The accounts of people at OpenID providers. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** An account at a provider. A subject is unique at its issuer alone. */
export interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

export interface Identity extends IdentityKey {
  readonly person_id: number;
  /** The verified address that the provider named last; empty if it named none. */
  readonly email: string;
  readonly created_at: number;
  readonly used_at: number;
  /** The address of the photo that was fetched last; empty if there is none. */
  readonly photo_url: string;
}

const IDENTITY = "issuer, subject, person_id, email, created_at, used_at, photo_url";

const FIND_IDENTITY = read<Identity>("identity")`
  select ${IDENTITY} from identity where issuer = ? and subject = ?`;

export function findIdentity(tx: ReadTx, { issuer, subject }: IdentityKey): Promise<Identity | undefined> {
  return tx.get(FIND_IDENTITY, issuer, subject);
}

const IDENTITIES_OF = read<Identity>("identity")`
  select ${IDENTITY} from identity where person_id = ? order by created_at, issuer, subject`;

/** All identities of a person, the oldest first. */
export function identitiesOf(tx: ReadTx, person_id: number): Promise<Identity[]> {
  return tx.all(IDENTITIES_OF, person_id);
}

const INSERT_IDENTITY = write<{ person_id: number }>("identity")`
  insert into identity (issuer, subject, person_id, email, created_at, used_at, photo_url)
  values (?, ?, ?, ?, ?, ?, '') on conflict (issuer, subject) do nothing returning person_id`;

/** @returns false if somebody has this identity */
export async function insertIdentity(
  tx: Tx,
  { issuer, subject, person_id, email }: Pick<Identity, "issuer" | "subject" | "person_id" | "email">,
  now_s: number,
): Promise<boolean> {
  return (await tx.get(INSERT_IDENTITY, issuer, subject, person_id, email, now_s, now_s)) !== undefined;
}

const MARK_USED = write("identity")`update identity set email = ?, used_at = ? where issuer = ? and subject = ?`;

export async function markIdentityUsed(
  tx: Tx,
  { issuer, subject }: IdentityKey,
  email: string,
  now_s: number,
): Promise<void> {
  await tx.run(MARK_USED, email, now_s, issuer, subject);
}

const SET_PHOTO_URL = write("identity")`update identity set photo_url = ? where issuer = ? and subject = ?`;

export async function setIdentityPhoto(tx: Tx, { issuer, subject }: IdentityKey, photo_url: string): Promise<void> {
  await tx.run(SET_PHOTO_URL, photo_url, issuer, subject);
}

const DELETE_IDENTITY = write<{ subject: string }>("identity")`
  delete from identity where person_id = ? and issuer = ? returning subject`;

/** Removes a person's identities at an issuer. @returns whether there was one */
export async function deleteIdentity(tx: Tx, person_id: number, issuer: string): Promise<boolean> {
  return (await tx.all(DELETE_IDENTITY, person_id, issuer)).length > 0;
}

const ERASE_IDENTITY = write("identity")`
  update identity set subject = ?, email = '', photo_url = '' where issuer = ? and subject = ?`;

/** Puts a hash in place of the subject. */
export async function eraseIdentity(tx: Tx, { issuer, subject }: IdentityKey, hash: string): Promise<void> {
  await tx.run(ERASE_IDENTITY, hash, issuer, subject);
}
