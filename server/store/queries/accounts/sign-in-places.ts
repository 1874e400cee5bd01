/** Places from which people were signed in before: a few for each, as keyed hashes of network addresses. */
import type { ReadTx, Tx } from "../../db.ts";

/** Places kept for one person. The least recently used one is deleted first. */
const MOST_PLACES = 10;

/** Records a place from which a person is signed in. */
export async function saveSignInPlace(tx: Tx, person_id: number, place: string, now_s: number): Promise<void> {
  await tx.run(
    `insert into sign_in_place (person_id, place, used_at) values (?, ?, ?)
     on conflict (person_id, place) do update set used_at = excluded.used_at`,
    person_id,
    place,
    now_s,
  );
  await tx.run(
    `delete from sign_in_place where person_id = ? and place not in
       (select place from sign_in_place where person_id = ? order by used_at desc, place limit ?)`,
    person_id,
    person_id,
    MOST_PLACES,
  );
}

export async function isKnownPlace(tx: ReadTx, person_id: number, place: string): Promise<boolean> {
  const row = await tx.get<{ used_at: number }>(
    "select used_at from sign_in_place where person_id = ? and place = ?",
    person_id,
    place,
  );
  return row !== undefined;
}

/** Deletes all places of a person: after a change of the password, no place is known. */
export async function deleteSignInPlaces(tx: Tx, person_id: number): Promise<void> {
  await tx.run("delete from sign_in_place where person_id = ?", person_id);
}
