/** People's credentials in the store: passwords and sessions. */
import type { Account } from "../domain/accounts.ts";
import type { ReadTx, Tx } from "./db.ts";

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
}

export async function insertPerson(tx: Tx, id: number, password_hash: string | null, is_owner: boolean): Promise<void> {
  await tx.run(
    "insert into person (account_id, password_hash, is_owner) values (?, ?, ?)",
    id,
    password_hash,
    is_owner ? 1 : 0,
  );
}

export async function insertSession(tx: Tx, session: Session, token_hash: string): Promise<void> {
  await tx.run(
    `insert into session (token_hash, id, person_id, label, created_at, seen_at, expires_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    token_hash,
    session.id,
    session.person_id,
    session.label,
    session.created_at,
    session.seen_at,
    session.expires_at,
  );
}

interface PersonRow {
  id: number;
  first_name: string;
  last_name: string;
  username: string | null;
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
    suspended_at: row.suspended_at,
    is_owner: row.is_owner === 1,
  };
}

const PERSON = "a.id, a.first_name, a.last_name, a.username, a.suspended_at, p.is_owner";

export async function findPerson(tx: ReadTx, id: number): Promise<Person | undefined> {
  const row = await tx.get<PersonRow>(
    `select ${PERSON} from person p join account a on a.id = p.account_id where p.account_id = ?`,
    id,
  );
  return row && toPerson(row);
}

/** Everybody with an account, oldest first. */
export async function listPeople(tx: ReadTx): Promise<Person[]> {
  const rows = await tx.all<PersonRow>(
    `select ${PERSON} from person p join account a on a.id = p.account_id order by p.account_id`,
  );
  return rows.map(toPerson);
}

/** The session whose token has this hash, while it lasts. */
export function findSession(tx: ReadTx, token_hash: string, now_s: number): Promise<Session | undefined> {
  return tx.get<Session>(
    `select id, person_id, label, created_at, seen_at, expires_at from session
     where token_hash = ? and expires_at > ?`,
    token_hash,
    now_s,
  );
}
