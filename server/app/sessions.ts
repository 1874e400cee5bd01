/** People's sessions: who holds the token is the person, until it ends. */
import { nextNumber } from "../store/counters.ts";
import type { Tx } from "../store/db.ts";
import { deleteSessionsBeyond, insertSession, markSeen } from "../store/people.ts";
import { keepPlace } from "../store/sign-in-places.ts";
import { secret, type Hashes } from "./tokens.ts";

/** Sessions of one person; past it, the one that was not used for the longest time ends. */
const MOST_SESSIONS = 100;

export interface SessionWish {
  readonly person_id: number;
  /** What the person sees in the list of sessions. */
  readonly label: string;
  readonly lasts_s: number;
  /** The network address of the client, where it is known. */
  readonly from?: string;
}

/** Opens a session, and tells the screens of the person's other ones. @returns its access token, which is kept nowhere */
export async function openSession(
  tx: Tx,
  hashes: Hashes,
  bytes: (length: number) => Buffer,
  wish: SessionWish,
  now_s: number,
  access_token: string = secret(bytes),
): Promise<string> {
  const { person_id, label, lasts_s, from } = wish;
  const id = await nextNumber(tx, "session");
  const session = { id, person_id, label, created_at: now_s, seen_at: now_s, expires_at: now_s + lasts_s };
  await insertSession(tx, session, hashes.of(access_token));
  await markSeen(tx, person_id, id, now_s);
  await deleteSessionsBeyond(tx, person_id, MOST_SESSIONS);
  if (from !== undefined) await keepPlace(tx, person_id, hashes.ofPlace(person_id, from), now_s);
  tx.append({ stream: person_id, kind: "session", ref: id, body: "" });
  return access_token;
}
