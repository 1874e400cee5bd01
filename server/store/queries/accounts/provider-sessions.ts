/** Sessions that were opened by OpenID providers, and what may be used once. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import { deletesOldest } from "../service/oldest-rows.ts";

export interface ProviderSession {
  readonly session_id: number;
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session; empty if it names none. */
  readonly sid: string;
  /** Sealed; empty if it is not kept. */
  readonly id_token: string;
  /** Of the session, in Unix seconds. */
  readonly expires_at: number;
}

const INSERT = write("provider_session")`
  insert into provider_session (session_id, issuer, subject, sid, id_token, expires_at) values (?, ?, ?, ?, ?, ?)`;

export async function insertProviderSession(tx: Tx, session: ProviderSession): Promise<void> {
  const { session_id, issuer, subject, sid, id_token, expires_at } = session;
  await tx.run(INSERT, session_id, issuer, subject, sid, id_token, expires_at);
}

const FIND = read<ProviderSession>("provider_session")`
  select session_id, issuer, subject, sid, id_token, expires_at from provider_session where session_id = ?`;

export function findProviderSession(tx: ReadTx, session_id: number): Promise<ProviderSession | undefined> {
  return tx.get(FIND, session_id);
}

/** A session, and whose it is. */
export interface OwnedSession {
  readonly session_id: number;
  readonly person_id: number;
}

const OF_SID = read<OwnedSession>("provider_session", "session")`
  select s.id as session_id, s.person_id from provider_session p join session s on s.id = p.session_id
  where p.issuer = ? and p.sid = ? order by s.id`;
const OF_SUBJECT = read<OwnedSession>("provider_session", "session")`
  select s.id as session_id, s.person_id from provider_session p join session s on s.id = p.session_id
  where p.issuer = ? and p.subject = ? order by s.id`;
const OF_BOTH = read<OwnedSession>("provider_session", "session")`
  select s.id as session_id, s.person_id from provider_session p join session s on s.id = p.session_id
  where p.issuer = ? and p.subject = ? and p.sid = ? order by s.id`;

/** The open sessions that a provider's session or account has opened. At least one of `sid` and `subject` is given. */
export function sessionsOfProvider(
  tx: ReadTx,
  { issuer, subject, sid }: { readonly issuer: string; readonly subject?: string; readonly sid?: string },
): Promise<OwnedSession[]> {
  if (subject === undefined) return tx.all(OF_SID, issuer, sid!);
  return sid === undefined ? tx.all(OF_SUBJECT, issuer, subject) : tx.all(OF_BOTH, issuer, subject, sid);
}

const DELETE_OF_SESSION = write("provider_session")`delete from provider_session where session_id = ?`;
const DELETE_OF_PERSON = write("provider_session", { reads: ["session"] })`
  delete from provider_session where session_id in (select id from session where person_id = ? and id <> ?)`;

/** Removes what belongs to a session that ends. */
export async function deleteProviderSession(tx: Tx, session_id: number): Promise<void> {
  await tx.run(DELETE_OF_SESSION, session_id);
}

/** Removes what belongs to the sessions of a person, all of which end but `kept_id`. Called while they are there. */
export async function deleteProviderSessionsOf(tx: Tx, person_id: number, kept_id = 0): Promise<void> {
  await tx.run(DELETE_OF_PERSON, person_id, kept_id);
}

/** Deletes rows whose session has expired. */
export const deleteExpiredProviderSessions = deletesOldest({
  table: "provider_session",
  key: "session_id",
  time: "expires_at",
  until: "<=",
});

const USE_TOKEN = write<{ hash: string }>("used_token")`
  insert into used_token (hash, expires_at) values (?, ?) on conflict (hash) do nothing returning hash`;

/** Notes that something is used that may be used once. @returns false if it was used before */
export async function useToken(tx: Tx, hash: string, expires_at: number): Promise<boolean> {
  return (await tx.get(USE_TOKEN, hash, expires_at)) !== undefined;
}

/** Deletes tokens that have expired before. */
export const deleteUsedTokens = deletesOldest({ table: "used_token", key: "hash", time: "expires_at", until: "<" });
