/** People's sessions: who holds the token is the person, until it ends. */
import { nextNumber } from "../store/counters.ts";
import type { Tx } from "../store/db.ts";
import { insertSession, markSeen } from "../store/people.ts";
import { secret, type Hashes } from "./tokens.ts";

export interface SessionWish {
  readonly person_id: number;
  /** What the person sees in the list of sessions. */
  readonly label: string;
  readonly lasts_s: number;
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
  const { person_id, label, lasts_s } = wish;
  const id = await nextNumber(tx, "session");
  const session = { id, person_id, label, created_at: now_s, seen_at: now_s, expires_at: now_s + lasts_s };
  await insertSession(tx, session, hashes.of(access_token));
  await markSeen(tx, person_id, id, now_s);
  tx.append({ stream: person_id, kind: "session", ref: id, body: "" });
  return access_token;
}
