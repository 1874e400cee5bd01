/** Second factors of people: the secret of an authenticator app, recovery codes, and attempts. */
import type { Tries } from "../../../domain/second-factor.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface AuthenticatorApp {
  /** Sealed. */
  readonly secret: string;
  readonly last_step: number;
  readonly created_at: number;
}

const FIND_APP = read<AuthenticatorApp>("authenticator_app")`
  select secret, last_step, created_at from authenticator_app where person_id = ?`;

export function findApp(tx: ReadTx, person_id: number): Promise<AuthenticatorApp | undefined> {
  return tx.get(FIND_APP, person_id);
}

const SAVE_APP = write("authenticator_app")`
  insert into authenticator_app (person_id, secret, last_step, created_at) values (?, ?, ?, ?)
  on conflict (person_id) do update set secret = excluded.secret, last_step = excluded.last_step,
    created_at = excluded.created_at`;

export async function saveApp(tx: Tx, person_id: number, app: AuthenticatorApp): Promise<void> {
  await tx.run(SAVE_APP, person_id, app.secret, app.last_step, app.created_at);
}

const SET_LAST_STEP = write("authenticator_app")`update authenticator_app set last_step = ? where person_id = ?`;

export async function setLastStep(tx: Tx, person_id: number, step: number): Promise<void> {
  await tx.run(SET_LAST_STEP, step, person_id);
}

const INSERT_RECOVERY_CODE = write("recovery_code")`insert into recovery_code (person_id, code_hash) values (?, ?)`;
const DELETE_RECOVERY_CODES = write("recovery_code")`delete from recovery_code where person_id = ?`;

/** Replaces all recovery codes of a person. */
export async function saveRecoveryCodes(tx: Tx, person_id: number, hashes: readonly string[]): Promise<void> {
  await tx.run(DELETE_RECOVERY_CODES, person_id);
  for (const hash of hashes) await tx.run(INSERT_RECOVERY_CODE, person_id, hash);
}

const COUNT_RECOVERY_CODES = read<{ n: number }>("recovery_code")`
  select count(*) as n from recovery_code where person_id = ?`;

export async function countRecoveryCodes(tx: ReadTx, person_id: number): Promise<number> {
  return (await tx.get(COUNT_RECOVERY_CODES, person_id))?.n ?? 0;
}

const FIND_RECOVERY_CODE = read<{ n: number }>("recovery_code")`
  select 1 as n from recovery_code where person_id = ? and code_hash = ?`;

export async function hasRecoveryCode(tx: ReadTx, person_id: number, code_hash: string): Promise<boolean> {
  return (await tx.get(FIND_RECOVERY_CODE, person_id, code_hash)) !== undefined;
}

const TAKE_RECOVERY_CODE = write<{ person_id: number }>("recovery_code")`
  delete from recovery_code where person_id = ? and code_hash = ? returning person_id`;

/** Uses up a recovery code. @returns whether there was such a code */
export async function takeRecoveryCode(tx: Tx, person_id: number, code_hash: string): Promise<boolean> {
  return (await tx.get(TAKE_RECOVERY_CODE, person_id, code_hash)) !== undefined;
}

const FIND_TRIES = read<Tries>("second_factor_try")`select count, since from second_factor_try where person_id = ?`;

export function findTries(tx: ReadTx, person_id: number): Promise<Tries | undefined> {
  return tx.get(FIND_TRIES, person_id);
}

const SAVE_TRIES = write("second_factor_try")`
  insert into second_factor_try (person_id, count, since) values (?, ?, ?)
  on conflict (person_id) do update set count = excluded.count, since = excluded.since`;

export async function saveTries(tx: Tx, person_id: number, { count, since }: Tries): Promise<void> {
  await tx.run(SAVE_TRIES, person_id, count, since);
}

const DELETE_TRIES = write("second_factor_try")`delete from second_factor_try where person_id = ?`;

export async function deleteTries(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_TRIES, person_id);
}

const DELETE_APP = write("authenticator_app")`delete from authenticator_app where person_id = ?`;

export async function deleteApp(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_APP, person_id);
}

export async function deleteRecoveryCodes(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_RECOVERY_CODES, person_id);
}

/** What a person can give besides the password. */
export interface SecondFactors {
  readonly has_app: boolean;
  /** How many, of whatever domain: one of another domain cannot be given, and still keeps others out. */
  readonly passkeys: number;
}

const FIND_SECOND_FACTORS = read<{ readonly apps: number; readonly passkeys: number }>("authenticator_app", "passkey")`
  select (select count(*) from authenticator_app where person_id = ?) as apps,
    (select count(*) from passkey where person_id = ?) as passkeys`;

export async function findSecondFactors(tx: ReadTx, person_id: number): Promise<SecondFactors> {
  const { apps, passkeys } = (await tx.get(FIND_SECOND_FACTORS, person_id, person_id))!;
  return { has_app: apps > 0, passkeys };
}
