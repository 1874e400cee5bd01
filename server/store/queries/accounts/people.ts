/** People: accounts with a password, and their sessions. */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import type { Account } from "../../../domain/accounts.ts";
import { readPhoto } from "./accounts.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { Lookup } from "../../lookup.ts";
import { clientAddressOf } from "../service/transaction-client.ts";
import { deletesOldest } from "../service/oldest-rows.ts";

export interface Person extends Account {
  readonly is_owner: boolean;
}

export interface Session {
  readonly id: number;
  readonly person_id: number;
  readonly label: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  /** From which it was used last; empty if that is not known. */
  readonly client_address: string;
  /** How it was opened; empty for a session of an earlier version. */
  readonly way: SignInWay | "";
}

const INSERT_PERSON = write("person")`insert into person (account_id, password_hash, is_owner) values (?, ?, ?)`;

export async function insertPerson(tx: Tx, id: number, password_hash: string | null, is_owner: boolean): Promise<void> {
  await tx.run(INSERT_PERSON, id, password_hash, is_owner ? 1 : 0);
}

const INSERT_SESSION = write("session")`
  insert into session (token_hash, id, person_id, label, created_at, seen_at, expires_at, client_address, way)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Opens a session of the transaction's client, and records that the person is active. */
export async function insertSession(
  tx: Tx,
  session: Omit<Session, "client_address">,
  token_hash: string,
): Promise<void> {
  await tx.run(
    INSERT_SESSION,
    token_hash,
    session.id,
    session.person_id,
    session.label,
    session.created_at,
    session.seen_at,
    session.expires_at,
    clientAddressOf(tx),
    session.way,
  );
  await markPersonSeen(tx, session.person_id, session.seen_at);
}

interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  username: string | null;
  photo: string | null;
  language_code: string;
  suspended_at: number | null;
  is_owner: number;
}

function toPerson(row: PersonRow): Person {
  return {
    id: row.id,
    is_bot: false,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    photo: readPhoto(row.photo),
    language_code: row.language_code,
    suspended_at: row.suspended_at,
    is_owner: row.is_owner === 1,
  };
}

const PERSON = "a.id, a.first_name, a.last_name, a.username, a.photo, a.language_code, a.suspended_at, p.is_owner";

const FIND_PERSON = read<PersonRow>("person", "account")`
  select ${PERSON} from person p join account a on a.id = p.account_id where p.account_id = ?`;

export async function findPerson(tx: ReadTx, id: number): Promise<Person | undefined> {
  const row = await tx.get(FIND_PERSON, id);
  return row && toPerson(row);
}

// PostgreSQL locks the row of the table that is named first before that of the other. Calls of a person lock the account
// first, and then change the person.
const PERSON_BY_ID = new Lookup<Person>({
  select: PERSON,
  from: "account a join person p on p.account_id = a.id where a.id = ?",
  tables: ["person", "account"],
  ignoredColumns: ["seen_at"],
  decode: ([row]: readonly PersonRow[]) => row && toPerson(row),
});

/** Like `findPerson`; nobody else changes the person, their password or their suspension until the transaction ends. */
export function lockPerson(tx: Tx, id: number): MaybePromise<Person | undefined> {
  return tx.lookUpAndLock(PERSON_BY_ID, id);
}

const LIST_PEOPLE = read<PersonRow>("person", "account")`
  select ${PERSON} from person p join account a on a.id = p.account_id
  where p.account_id > ? order by p.account_id limit ?`;

/** One page of all people, by id. */
export async function listPeople(tx: ReadTx, after: number, limit: number): Promise<Person[]> {
  const rows = await tx.all(LIST_PEOPLE, after, limit);
  return rows.map(toPerson);
}

/** A person with the session by which they call. */
export interface SignedIn {
  readonly person: Person;
  readonly session_id: number;
  /** When the session was last seen, in Unix seconds. */
  readonly seen_at: number;
  /** When the session ends, in Unix seconds. */
  readonly expires_at: number;
}

const FIND_SIGNED_IN = read<PersonRow & Omit<SignedIn, "person">>("session", "person", "account")`
  select ${PERSON}, s.id as session_id, s.seen_at, s.expires_at from session s join person p on p.account_id = s.person_id
  join account a on a.id = p.account_id where s.token_hash = ? and s.expires_at > ?`;

/** The person of the session whose token has this hash, unless it has expired. */
export async function findSignedIn(tx: ReadTx, token_hash: string, now_s: number): Promise<SignedIn | undefined> {
  const row = await tx.get(FIND_SIGNED_IN, token_hash, now_s);
  if (!row) return undefined;
  const { session_id, seen_at, expires_at } = row;
  return { person: toPerson(row), session_id, seen_at, expires_at };
}

interface Credentials {
  readonly person_id: number;
  readonly password_hash: string | null;
  readonly suspended_at: number | null;
}

const FIND_CREDENTIALS = read<Credentials>("username", "person", "account")`
  select p.account_id as person_id, p.password_hash, a.suspended_at from username u
  join person p on p.account_id = u.owner join account a on a.id = p.account_id where u.name = ?`;

/** A person's password hash, by user name in lower case. */
export function findCredentials(tx: ReadTx, username: string): Promise<Credentials | undefined> {
  return tx.get(FIND_CREDENTIALS, username);
}

const PASSWORD_HASH_OF = read<{ password_hash: string | null }>("person")`
  select password_hash from person where account_id = ?`;

export async function passwordHashOf(tx: ReadTx, person_id: number): Promise<string | null> {
  const row = await tx.get(PASSWORD_HASH_OF, person_id);
  return row?.password_hash ?? null;
}

const SET_PASSWORD_HASH = write("person")`update person set password_hash = ? where account_id = ?`;

export async function setPasswordHash(tx: Tx, person_id: number, password_hash: string): Promise<void> {
  await tx.run(SET_PASSWORD_HASH, password_hash, person_id);
}

const LIST_SESSIONS = read<Session>("session")`
  select id, person_id, label, created_at, seen_at, expires_at, client_address, way from session
  where person_id = ? and expires_at > ? order by id desc`;

/** A person's sessions that have not ended, the newest first. */
export function listSessions(tx: ReadTx, person_id: number, now_s: number): Promise<Session[]> {
  return tx.all(LIST_SESSIONS, person_id, now_s);
}

const DELETE_SESSION = write<{ id: number }>("session")`
  delete from session where person_id = ? and id = ? returning id`;

/** Ends one session of a person. @returns whether there was such a session */
export async function deleteSession(tx: Tx, person_id: number, id: number): Promise<boolean> {
  const row = await tx.get(DELETE_SESSION, person_id, id);
  return row !== undefined;
}

const DELETE_SESSIONS = write("session")`delete from session where person_id = ?`;

/** Ends all sessions of a person. */
export async function deleteSessions(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_SESSIONS, person_id);
}

const DELETE_OTHER_SESSIONS = write("session")`delete from session where person_id = ? and id <> ?`;

/** Ends all sessions of a person but one. */
export async function deleteOtherSessions(tx: Tx, person_id: number, kept_id: number): Promise<void> {
  await tx.run(DELETE_OTHER_SESSIONS, person_id, kept_id);
}

const DELETE_SESSIONS_BEYOND = write("session")`
  delete from session where person_id = ? and id not in
  (select id from session where person_id = ? order by seen_at desc, id desc limit ?)`;

/** Ends all sessions of a person except the `kept` most recently used ones. */
export async function deleteSessionsBeyond(tx: Tx, person_id: number, kept: number): Promise<void> {
  await tx.run(DELETE_SESSIONS_BEYOND, person_id, person_id, kept);
}

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = deletesOldest({ table: "session", key: "id", time: "expires_at", until: "<=" });

const MARK_SESSION_SEEN = write("session")`update session set seen_at = ?, client_address = ? where id = ?`;

/** Records the last activity of a person, and of their session with the address of the client. */
export async function markSeen(tx: Tx, person_id: number, session_id: number, now_s: number): Promise<void> {
  const address = clientAddressOf(tx);
  await tx.run(MARK_SESSION_SEEN, now_s, address, session_id);
  await markPersonSeen(tx, person_id, now_s);
}

const MARK_PERSON_SEEN = write("person", {
  changes: ["seen_at"],
})`
  update person set seen_at = ? where account_id = ?`;

async function markPersonSeen(tx: Tx, person_id: number, now_s: number): Promise<void> {
  await tx.run(MARK_PERSON_SEEN, now_s, person_id);
}

const ACTIVE_OWNERS = new Lookup<readonly number[]>({
  select: "p.account_id as id",
  from: `account a join person p on p.account_id = a.id
    where p.is_owner = ? and a.suspended_at is null order by p.account_id`,
  tables: ["person", "account"],
  decode: (rows: readonly { id: number }[]) => rows.map((row) => row.id),
});

/** Active owners of the service. */
export async function listOwners(tx: ReadTx): Promise<readonly number[]> {
  return (await tx.lookUp(ACTIVE_OWNERS, 1)) ?? [];
}

/** Active owners of the service, locked: no other transaction changes or suspends one until this one ends. */
export async function lockOwners(tx: Tx): Promise<readonly number[]> {
  return (await tx.lookUpAndLock(ACTIVE_OWNERS, 1)) ?? [];
}

const SET_OWNER = write("person")`update person set is_owner = ? where account_id = ?`;

export async function setOwner(tx: Tx, person_id: number, is_owner: boolean): Promise<void> {
  await tx.run(SET_OWNER, is_owner ? 1 : 0, person_id);
}

const HAS_PEOPLE = read<{ n: number }>("person")`select 1 as n from person limit 1`;

/** Whether there is any person. */
export async function hasPeople(tx: ReadTx): Promise<boolean> {
  return (await tx.get(HAS_PEOPLE)) !== undefined;
}
