/** Password resets that were asked for by mail: several per person, each valid once and for a limited time. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { deletesOldest } from "../service/oldest-rows.ts";

export interface MailedReset {
  /** `null` if the name led to nobody. */
  readonly person_id: number | null;
  /** Whether it was asked for at a place from which the person was signed in. */
  readonly is_known_place: boolean;
  readonly created_at: number;
  readonly expires_at: number;
}

const INSERT_MAILED_RESET = write("mailed_reset")`
  insert into mailed_reset (code_hash, person_id, is_known_place, created_at, expires_at) values (?, ?, ?, ?, ?)`;

export async function insertMailedReset(tx: Tx, reset: MailedReset, code_hash: string): Promise<void> {
  const { person_id, is_known_place, created_at, expires_at } = reset;
  await tx.run(INSERT_MAILED_RESET, code_hash, person_id, is_known_place ? 1 : 0, created_at, expires_at);
}

const COUNT_MAILED_RESETS = read<{ n: number }>("mailed_reset")`
  select count(*) as n from mailed_reset where person_id = ? and is_known_place = ? and created_at > ?`;

/** How many were asked for since then, at known places or at others. */
export async function countMailedResets(
  tx: ReadTx,
  person_id: number,
  is_known_place: boolean,
  since_s: number,
): Promise<number> {
  return (await tx.get(COUNT_MAILED_RESETS, person_id, is_known_place ? 1 : 0, since_s))!.n;
}

const FIND_MAILED_RESET = read<{ person_id: number }>("mailed_reset")`
  select person_id from mailed_reset where code_hash = ? and expires_at > ? and person_id is not null`;

/** The person whose valid reset has this code. */
export async function findMailedReset(tx: ReadTx, code_hash: string, now_s: number): Promise<number | undefined> {
  return (await tx.get(FIND_MAILED_RESET, code_hash, now_s))?.person_id;
}

const TAKE_MAILED_RESET = write<{ person_id: number }>("mailed_reset")`
  update mailed_reset set expires_at = created_at
  where code_hash = ? and expires_at > ? and person_id is not null returning person_id`;

/** Uses up the valid reset with this code; of two concurrent calls, one gets it. @returns the person */
export async function takeMailedReset(tx: Tx, code_hash: string, now_s: number): Promise<number | undefined> {
  return (await tx.get(TAKE_MAILED_RESET, code_hash, now_s))?.person_id;
}

const END_MAILED_RESETS = write("mailed_reset")`
  update mailed_reset set expires_at = created_at where person_id = ? and expires_at > created_at`;

/** Ends the resets of a person. Their rows stay, because the limit counts them. */
export async function endMailedResets(tx: Tx, person_id: number): Promise<void> {
  await tx.run(END_MAILED_RESETS, person_id);
}

/** Deletes those that were asked for before then. */
export const deleteMailedResetsBefore = deletesOldest({
  table: "mailed_reset",
  key: "code_hash",
  time: "created_at",
  until: "<",
});
