/** Places from which people were signed in before: a few for each, as keyed hashes of network addresses. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** Places kept for one person. The least recently used one is deleted first. */
const MOST_PLACES = 10;

const SAVE_PLACE = write("sign_in_place")`
  insert into sign_in_place (person_id, place, used_at) values (?, ?, ?)
  on conflict (person_id, place) do update set used_at = excluded.used_at`;
const DELETE_PLACES_BEYOND = write("sign_in_place")`
  delete from sign_in_place where person_id = ? and place not in
  (select place from sign_in_place where person_id = ? order by used_at desc, place limit ?)`;

/** Records a place from which a person is signed in. */
export async function saveSignInPlace(tx: Tx, person_id: number, place: string, now_s: number): Promise<void> {
  await tx.run(SAVE_PLACE, person_id, place, now_s);
  await tx.run(DELETE_PLACES_BEYOND, person_id, person_id, MOST_PLACES);
}

const IS_KNOWN_PLACE = read<{ used_at: number }>("sign_in_place")`
  select used_at from sign_in_place where person_id = ? and place = ?`;

export async function isKnownPlace(tx: ReadTx, person_id: number, place: string): Promise<boolean> {
  const row = await tx.get(IS_KNOWN_PLACE, person_id, place);
  return row !== undefined;
}

interface SignInPlace {
  readonly place: string;
  readonly used_at: number;
}

const PLACES_OF = read<SignInPlace>("sign_in_place")`select place, used_at from sign_in_place where person_id = ?`;

/** The places of a person, at most `MOST_PLACES`. */
export function placesOf(tx: ReadTx, person_id: number): Promise<SignInPlace[]> {
  return tx.all(PLACES_OF, person_id);
}

const DELETE_SIGN_IN_PLACES = write("sign_in_place")`delete from sign_in_place where person_id = ?`;

/** Deletes all places of a person: after a change of the password, no place is known. */
export async function deleteSignInPlaces(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_SIGN_IN_PLACES, person_id);
}
