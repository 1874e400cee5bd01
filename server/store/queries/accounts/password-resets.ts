/** Password resets: at most one per person, valid once and for a limited time. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface PasswordReset {
  readonly person_id: number;
  readonly expires_at: number;
}

const SAVE_RESET = write("password_reset")`
  insert into password_reset (person_id, code_hash, expires_at) values (?, ?, ?)
  on conflict (person_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`;

/** Saves a reset and invalidates the previous one. */
export async function saveReset(tx: Tx, { person_id, expires_at }: PasswordReset, code_hash: string): Promise<void> {
  await tx.run(SAVE_RESET, person_id, code_hash, expires_at);
}

const FIND_RESET = read<{ person_id: number }>("password_reset")`
  select person_id from password_reset where code_hash = ? and expires_at > ?`;

/** The person whose valid reset has this code. */
export async function findReset(tx: ReadTx, code_hash: string, now_s: number): Promise<number | undefined> {
  const row = await tx.get(FIND_RESET, code_hash, now_s);
  return row?.person_id;
}

const TAKE_RESET = write<{ person_id: number }>("password_reset")`
  delete from password_reset where code_hash = ? and expires_at > ? returning person_id`;

/** Uses up the valid reset with this code; of two concurrent calls, one gets it. @returns the person */
export async function takeReset(tx: Tx, code_hash: string, now_s: number): Promise<number | undefined> {
  const row = await tx.get(TAKE_RESET, code_hash, now_s);
  return row?.person_id;
}

const DELETE_RESET = write("password_reset")`delete from password_reset where person_id = ?`;

export async function deleteReset(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_RESET, person_id);
}
