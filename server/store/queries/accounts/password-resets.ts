/** Password resets: at most one of an owner per person, valid once and for a limited time, and those asked for by mail. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { endMailedResets, findMailedReset, takeMailedReset } from "./mailed-resets.ts";

export interface PasswordReset {
  readonly person_id: number;
  readonly expires_at: number;
}

const SAVE_RESET = write("password_reset")`
  insert into password_reset (person_id, code_hash, expires_at) values (?, ?, ?)
  on conflict (person_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`;

/** Saves the reset of an owner and invalidates the previous one. */
export async function saveReset(tx: Tx, { person_id, expires_at }: PasswordReset, code_hash: string): Promise<void> {
  await tx.run(SAVE_RESET, person_id, code_hash, expires_at);
}

const FIND_RESET = read<{ person_id: number }>("password_reset")`
  select person_id from password_reset where code_hash = ? and expires_at > ?`;

/** The person whose valid reset has this code, of an owner or of a mail. */
export async function findReset(tx: ReadTx, code_hash: string, now_s: number): Promise<number | undefined> {
  const row = await tx.get(FIND_RESET, code_hash, now_s);
  return row?.person_id ?? findMailedReset(tx, code_hash, now_s);
}

const TAKE_RESET = write<{ person_id: number }>("password_reset")`
  delete from password_reset where code_hash = ? and expires_at > ? returning person_id`;

/** Uses up the valid reset with this code; of two concurrent calls, one gets it. @returns the person */
export async function takeReset(tx: Tx, code_hash: string, now_s: number): Promise<number | undefined> {
  const row = await tx.get(TAKE_RESET, code_hash, now_s);
  return row?.person_id ?? takeMailedReset(tx, code_hash, now_s);
}

const DELETE_RESET = write("password_reset")`delete from password_reset where person_id = ?`;

/** Ends all resets of a person. */
export async function endResets(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_RESET, person_id);
  await endMailedResets(tx, person_id);
}
