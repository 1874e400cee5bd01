/** Password resets: at most one per person, valid once and for a limited time. */
import type { ReadTx, Tx } from "../../db.ts";

export interface PasswordReset {
  readonly person_id: number;
  readonly expires_at: number;
}

/** Saves a reset and invalidates the previous one. */
export async function saveReset(tx: Tx, { person_id, expires_at }: PasswordReset, code_hash: string): Promise<void> {
  await tx.run(
    `insert into password_reset (person_id, code_hash, expires_at) values (?, ?, ?)
     on conflict (person_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
    person_id,
    code_hash,
    expires_at,
  );
}

/** The person whose valid reset has this code. */
export async function findReset(tx: ReadTx, code_hash: string, now_s: number): Promise<number | undefined> {
  const row = await tx.get<{ person_id: number }>(
    "select person_id from password_reset where code_hash = ? and expires_at > ?",
    code_hash,
    now_s,
  );
  return row?.person_id;
}

/** Uses up the valid reset with this code; of two concurrent calls, one gets it. @returns the person */
export async function takeReset(tx: Tx, code_hash: string, now_s: number): Promise<number | undefined> {
  const row = await tx.get<{ person_id: number }>(
    "delete from password_reset where code_hash = ? and expires_at > ? returning person_id",
    code_hash,
    now_s,
  );
  return row?.person_id;
}

export async function deleteReset(tx: Tx, person_id: number): Promise<void> {
  await tx.run("delete from password_reset where person_id = ?", person_id);
}
