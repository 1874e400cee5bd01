/** The rule about who must have a second factor, and the people who have none. */
import type { FactorRule } from "../../../domain/second-factor-rule.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { Lookup } from "../../lookup.ts";
import { read, write } from "../../statement.ts";
import { setMeta } from "../service/counters.ts";
import { IS_NOT_EXEMPT } from "./session-proofs.ts";

const KEY = "second_factor_rule";

const RULE = new Lookup<FactorRule>({
  select: "value",
  from: "meta where key = ?",
  tables: ["meta"],
  decode: ([row]: readonly { value: string }[]) => row && (JSON.parse(row.value) as FactorRule),
});

/** `undefined` if none was ever set. */
export async function findFactorRule(tx: ReadTx): Promise<FactorRule | undefined> {
  return tx.lookUp(RULE, KEY);
}

/** The same, and locks the rule until the transaction ends. */
export async function lockFactorRule(tx: Tx): Promise<FactorRule | undefined> {
  return tx.lookUpAndLock(RULE, KEY);
}

export async function saveFactorRule(tx: Tx, rule: FactorRule): Promise<void> {
  await setMeta(tx, KEY, JSON.stringify(rule));
}

/** The condition that a person `p` has a password and no second factor. */
const UNPROTECTED = `p.password_hash is not null
  and not exists (select 1 from authenticator_app f where f.person_id = p.account_id)
  and not exists (select 1 from passkey k where k.person_id = p.account_id)`;

/** The condition that a person `p` with the account `a` can act, has a password and no second factor. */
export const ACTS_UNPROTECTED = `a.suspended_at is null and ${UNPROTECTED}`;

/** How many people who can act have a password and no second factor. */
export interface Unprotected {
  readonly people: number;
  /** Of them, the owners of the service. */
  readonly owners: number;
}

const COUNT_UNPROTECTED = read<Unprotected>("authenticator_app", "passkey", "person", "account")`
  select count(*) as people, count(case when p.is_owner = 1 then 1 end) as owners from person p join account a on a.id = p.account_id
  where ${ACTS_UNPROTECTED}`;

export async function countUnprotected(tx: ReadTx): Promise<Unprotected> {
  return (await tx.get(COUNT_UNPROTECTED))!;
}

const UNPROTECTED_WITH_SESSIONS = read<{ id: number }>("authenticator_app", "passkey", "session", "person")`
  select p.account_id as id from person p where p.account_id > ? and p.is_owner >= ? and ${UNPROTECTED}
  and exists (select 1 from session where person_id = p.account_id and ${IS_NOT_EXEMPT})
  order by p.account_id limit ?`;

/** People without a second factor who have sessions that need one, by id. @param least - 1 for owners alone, else 0 */
export async function unprotectedWithSessions(
  tx: ReadTx,
  after: number,
  least: 0 | 1,
  limit: number,
): Promise<number[]> {
  return (await tx.all(UNPROTECTED_WITH_SESSIONS, after, least, limit)).map(({ id }) => id);
}

const DELETE_UNPROTECTED = write("session", { reads: ["person", "authenticator_app", "passkey"] })`
  delete from session where person_id = ? and ${IS_NOT_EXEMPT}
  and exists (select 1 from person p where p.account_id = session.person_id and ${UNPROTECTED})`;

/** Ends the sessions of a person that need a second factor, if the person still has none. */
export async function deleteUnprotectedSessions(tx: Tx, person_id: number): Promise<void> {
  await tx.run(DELETE_UNPROTECTED, person_id);
}
