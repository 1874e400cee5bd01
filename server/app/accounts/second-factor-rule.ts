/** The rule about who must have a second factor: set by owners and the operator, and carried out (behaviour.md §2). */
import { FACTOR_DAYS, type FactorScope } from "@heliogram/shared/second-factor.ts";
import type { AuditActor } from "../../domain/audit.ts";
import { isAbout, NO_FACTOR_RULE, type FactorRule } from "../../domain/second-factor-rule.ts";
import type { Db, ReadTx, Tx } from "../../store/db.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import {
  deleteUnprotectedSessions,
  findFactorRule,
  lockFactorRule,
  saveFactorRule,
  unprotectedWithSessions,
} from "../../store/queries/accounts/second-factor-rule.ts";
import { record } from "../../store/queries/service/audit.ts";
import { hasSecondFactor, secondFactorsOf } from "./second-factor.ts";

const DAY_S = 86_400;
/** People whose sessions end in one transaction. */
const PEOPLE_PER_TRANSACTION = 100;

/** Who is asked about: their id, and whether they are an owner of the service. */
interface Bound {
  readonly id: number;
  readonly is_owner: boolean;
}

/** The rule that applies: none while nobody signs in with a password. */
export async function factorRule(tx: ReadTx): Promise<FactorRule> {
  const rule = await findFactorRule(tx);
  if (rule === undefined || rule.required_of === "nobody") return NO_FACTOR_RULE;
  return (await isPasswordSignInOn(tx)) ? rule : NO_FACTOR_RULE;
}

/** The rule, if it binds a person: one without a password is asked by their provider. */
async function ruleFor(tx: ReadTx, person: Bound): Promise<FactorRule | undefined> {
  const rule = await factorRule(tx);
  return isAbout(rule, person) && (await passwordHashOf(tx, person.id)) !== null ? rule : undefined;
}

/** Whether a person must have a second factor. */
export async function needsSecondFactor(tx: ReadTx, person: Bound): Promise<boolean> {
  return (await ruleFor(tx, person)) !== undefined;
}

/** Whether a person has at most one second factor, and must have one: then it stays. */
export async function isLastNeeded(tx: ReadTx, person: Bound): Promise<boolean> {
  const { has_app, passkeys } = await secondFactorsOf(tx, person.id);
  return (has_app ? 1 : 0) + passkeys <= 1 && (await needsSecondFactor(tx, person));
}

/** Until when a person has to set up the second factor that they must have; `undefined` if they need not. */
export async function secondFactorDue(tx: ReadTx, person: Bound): Promise<number | undefined> {
  const rule = await ruleFor(tx, person);
  return rule && !(await hasSecondFactor(tx, person.id)) ? rule.due_at : undefined;
}

/**
 * Sets whose second factor is required. Does nothing, and records nothing, if that is already so and no days are given.
 * @param days - for which sessions stay open of those who have none
 * @returns the rule, or the refusal for an owner who would be the first to break it
 */
export async function setFactorRule(
  tx: Tx,
  by: AuditActor,
  { required_of, days }: { readonly required_of: FactorScope; readonly days?: number | undefined },
  now_s: number,
): Promise<FactorRule | "OWN_SECOND_FACTOR_NEEDED"> {
  const before = (await lockFactorRule(tx)) ?? NO_FACTOR_RULE;
  if (before.required_of === required_of && days === undefined) return before;
  if (required_of !== "nobody" && typeof by === "number" && (await isUnprotected(tx, by)))
    return "OWN_SECOND_FACTOR_NEEDED";
  const due_at = required_of === "nobody" ? 0 : now_s + (days ?? FACTOR_DAYS.default) * DAY_S;
  const rule = { required_of, due_at };
  await saveFactorRule(tx, rule);
  await record(tx, { by, action: "second_factor_rule_set", detail: { required_of } }, now_s);
  return rule;
}

async function isUnprotected(tx: ReadTx, person_id: number): Promise<boolean> {
  return (await passwordHashOf(tx, person_id)) !== null && !(await hasSecondFactor(tx, person_id));
}

/** Once the rule is due, ends the sessions of those who have no second factor and must have one. */
export async function endUnprotectedSessions(db: Db, now_s: number, signal: AbortSignal): Promise<void> {
  const rule = await db.read(factorRule);
  if (rule.required_of === "nobody" || now_s < rule.due_at) return;
  const least = rule.required_of === "owners" ? 1 : 0;
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted;) {
    const from: number = after;
    after = await db.write(async (tx) => {
      const page = await unprotectedWithSessions(tx, from, least, PEOPLE_PER_TRANSACTION);
      for (const id of page) {
        await deleteUnprotectedSessions(tx, id);
        tx.append({ stream: id, kind: "session", ref: 0, body: "" });
      }
      return page.length === PEOPLE_PER_TRANSACTION ? page.at(-1) : undefined;
    });
  }
}
