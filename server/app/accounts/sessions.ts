/** Sessions of people. The access token authenticates the person until the session ends. */
import { nextNumber } from "../../store/queries/service/counters.ts";
import type { Tx } from "../../store/db.ts";
import { deleteSession, deleteSessionsBeyond, insertSession, markSeen } from "../../store/queries/accounts/people.ts";
import { saveSignInPlace } from "../../store/queries/accounts/sign-in-places.ts";
import { secret, type Hashes } from "./tokens.ts";

/** Sessions of one person. A further one ends the least recently used session. */
const MAX_SESSIONS = 100;

export interface SessionOptions {
  readonly person_id: number;
  /** The name in the list of sessions. */
  readonly label: string;
  readonly lasts_s: number;
  /** The network address of the client, if known. */
  readonly from?: string;
}

/** Creates a session. @returns its access token, of which only a hash is stored */
export async function openSession(
  tx: Tx,
  hashes: Hashes,
  bytes: (length: number) => Buffer,
  options: SessionOptions,
  now_s: number,
  access_token: string = hashes.tag + secret(bytes),
): Promise<string> {
  const { person_id, label, lasts_s, from } = options;
  const id = await nextNumber(tx, "session");
  const session = {
    id,
    person_id,
    label,
    created_at: now_s,
    seen_at: now_s,
    expires_at: now_s + lasts_s,
  };
  await insertSession(tx, session, hashes.of(access_token));
  await deleteSessionsBeyond(tx, person_id, MAX_SESSIONS);
  if (from !== undefined) await saveSignInPlace(tx, person_id, hashes.ofPlace(person_id, from), now_s);
  tx.append({ stream: person_id, kind: "session", ref: id, body: "" });
  return access_token;
}

/** Ends a session of a person. @returns false if there is none of this id */
export async function endSession(tx: Tx, person_id: number, session_id: number): Promise<boolean> {
  const existed = await deleteSession(tx, person_id, session_id);
  if (existed) tx.append({ stream: person_id, kind: "session", ref: session_id, body: "" });
  return existed;
}

/** Notes that a session is in use. @param place_hash - of the network address (`Hashes.ofPlace`) */
export async function noteUse(
  tx: Tx,
  person_id: number,
  session_id: number,
  place_hash: string,
  now_s: number,
): Promise<void> {
  await markSeen(tx, person_id, session_id, now_s);
  await saveSignInPlace(tx, person_id, place_hash, now_s);
}
