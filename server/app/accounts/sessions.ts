/** Sessions of people. The access token authenticates the person until the session ends. */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import { deviceName } from "../../domain/device-name.ts";
import { nextNumber } from "../../store/queries/service/counters.ts";
import type { Tx } from "../../store/db.ts";
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessions,
  deleteSessionsBeyond,
  insertSession,
  markSeen,
} from "../../store/queries/accounts/people.ts";
import { deleteProviderSession, deleteProviderSessionsOf } from "../../store/queries/accounts/provider-sessions.ts";
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
  readonly way: SignInWay;
}

/** The name of a session: what the client has called its device, or what its `User-Agent` header tells. */
export function sessionLabel(device: string | undefined, user_agent: string): string {
  return device === undefined || device === "" ? deviceName(user_agent) : device;
}

export interface OpenedSession {
  readonly session_id: number;
  /** Only a hash of it is stored. */
  readonly access_token: string;
}

/** Creates a session. */
export async function openSession(
  tx: Tx,
  hashes: Hashes,
  bytes: (length: number) => Buffer,
  options: SessionOptions,
  now_s: number,
  access_token: string = hashes.tag + secret(bytes),
): Promise<OpenedSession> {
  const { person_id, label, lasts_s, from, way } = options;
  const id = await nextNumber(tx, "session");
  const session = {
    id,
    person_id,
    label,
    created_at: now_s,
    seen_at: now_s,
    expires_at: now_s + lasts_s,
    way,
  };
  await insertSession(tx, session, hashes.of(access_token));
  await deleteSessionsBeyond(tx, person_id, MAX_SESSIONS);
  if (from !== undefined) await saveSignInPlace(tx, person_id, hashes.ofPlace(person_id, from), now_s);
  tx.append({ stream: person_id, kind: "session", ref: id, body: "" });
  return { session_id: id, access_token };
}

/** Ends a session of a person. @returns false if there is none of this id */
export async function endSession(tx: Tx, person_id: number, session_id: number): Promise<boolean> {
  const existed = await deleteSession(tx, person_id, session_id);
  if (existed) await deleteProviderSession(tx, session_id);
  if (existed) tx.append({ stream: person_id, kind: "session", ref: session_id, body: "" });
  return existed;
}

/** Ends the person's sessions, but for `kept_id`. The event makes their web sockets check the session and close. */
export async function endAllSessions(tx: Tx, person_id: number, kept_id?: number): Promise<void> {
  await deleteProviderSessionsOf(tx, person_id, kept_id);
  if (kept_id === undefined) await deleteSessions(tx, person_id);
  else await deleteOtherSessions(tx, person_id, kept_id);
  tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
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
