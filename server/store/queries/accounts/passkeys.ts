/** The passkeys of people. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface Passkey {
  readonly id: number;
  readonly person_id: number;
  /** In base64url. */
  readonly credential_id: string;
  /** A COSE key in base64url. */
  readonly public_key: string;
  readonly counter: number;
  readonly transports: readonly string[];
  /** The domain for which it was made. */
  readonly rp_id: string;
  readonly user_handle: string;
  readonly name: string;
  readonly is_synced: boolean;
  readonly created_at: number;
  readonly used_at: number | null;
}

type Row = Omit<Passkey, "transports" | "is_synced"> & { readonly transports: string; readonly is_synced: number };

function toPasskey(row: Row): Passkey {
  return { ...row, transports: JSON.parse(row.transports) as string[], is_synced: row.is_synced === 1 };
}

const PASSKEY =
  "id, person_id, credential_id, public_key, counter, transports, rp_id, user_handle, name, is_synced, created_at, used_at";

const PASSKEYS_OF = read<Row>("passkey")`select ${PASSKEY} from passkey where person_id = ? order by id`;

/** All passkeys of a person, the oldest first. */
export async function passkeysOf(tx: ReadTx, person_id: number): Promise<Passkey[]> {
  return (await tx.all(PASSKEYS_OF, person_id)).map(toPasskey);
}

const FIND_PASSKEY = read<Row>("passkey")`select ${PASSKEY} from passkey where credential_id = ?`;

export async function findPasskey(tx: ReadTx, credential_id: string): Promise<Passkey | undefined> {
  const row = await tx.get(FIND_PASSKEY, credential_id);
  return row && toPasskey(row);
}

const INSERT_PASSKEY = write<{ id: number }>("passkey")`
  insert into passkey (${PASSKEY})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, null) on conflict (credential_id) do nothing returning id`;

/** @returns false if there is a passkey with this credential */
export async function insertPasskey(tx: Tx, passkey: Omit<Passkey, "used_at">): Promise<boolean> {
  const { id, person_id, credential_id, public_key, counter, transports, rp_id, user_handle, name } = passkey;
  const texts = [JSON.stringify(transports), rp_id, user_handle, name];
  const is_synced = passkey.is_synced ? 1 : 0;
  const values = [id, person_id, credential_id, public_key, counter, ...texts, is_synced, passkey.created_at];
  return (await tx.get(INSERT_PASSKEY, ...values)) !== undefined;
}

const MARK_USED = write<{ id: number }>("passkey")`
  update passkey set counter = ?, is_synced = ?, used_at = ?
  where id = ? and (counter < ? or (counter = 0 and ? = 0)) returning id`;

/** What an assertion says of its passkey. */
export interface PasskeyUse {
  readonly id: number;
  readonly counter: number;
  readonly is_synced: boolean;
}

/** Notes the use of a passkey. @returns false if it is gone, or if its counter has grown as far (`isFreshCounter`) */
export async function markPasskeyUsed(tx: Tx, { id, counter, is_synced }: PasskeyUse, now_s: number): Promise<boolean> {
  return (await tx.get(MARK_USED, counter, is_synced ? 1 : 0, now_s, id, counter, counter)) !== undefined;
}

const RENAME = write<{ id: number }>("passkey")`
  update passkey set name = ? where id = ? and person_id = ? returning id`;

/** @returns false if the person has no such passkey */
export async function setPasskeyName(tx: Tx, person_id: number, id: number, name: string): Promise<boolean> {
  return (await tx.get(RENAME, name, id, person_id)) !== undefined;
}

const DELETE = write("passkey")`delete from passkey where id = ?`;

export async function deletePasskey(tx: Tx, id: number): Promise<void> {
  await tx.run(DELETE, id);
}

const DELETE_ALL = write("passkey")`delete from passkey where person_id = ?`;

export async function deletePasskeys(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_ALL, person_id);
}
