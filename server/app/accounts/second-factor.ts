/** The second factor of people: an app, passkeys, and recovery codes for want of them (behaviour.md §2). */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import type { AuditActor } from "../../domain/audit.ts";
import {
  countTry,
  isFreshStep,
  readCode,
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  recoveryCode,
} from "../../domain/second-factor.ts";
import {
  countRecoveryCodes,
  deleteApp,
  deleteRecoveryCodes,
  deleteTries,
  findSecondFactors,
  findApp,
  findTries,
  hasRecoveryCode,
  saveApp,
  saveRecoveryCodes,
  saveTries,
  setLastStep,
  takeRecoveryCode,
  type SecondFactors,
} from "../../store/queries/accounts/second-factors.ts";
import { deletePasskeys } from "../../store/queries/accounts/passkeys.ts";
import { lockPerson, type Person } from "../../store/queries/accounts/people.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { tellPerson } from "../notices/tell-person.ts";
import { stepOfCode } from "./authenticator-app.ts";
import type { Seal } from "./seal.ts";
import type { Hashes } from "./tokens.ts";

/** What codes are made and checked with. */
export interface SecondFactorMint {
  readonly hashes: Hashes;
  readonly seal: Seal;
  readonly random: { bytes(length: number): Buffer };
  readonly app: AppContext;
}

/** A code that is right: what it was, and for that of an app its time step. */
export type Proof =
  | { readonly way: "password_and_code"; readonly step: number }
  | { readonly way: "password_and_recovery_code"; readonly code_hash: string };

const purposeOf = (person_id: number) => `authenticator app ${person_id}`;
const subjectOf = (id: number) => ({ kind: "person", id }) as const;

/** What a person can give besides the password. Without any, sign-in with the password asks for nothing else. */
export function secondFactorsOf(tx: ReadTx, person_id: number): Promise<SecondFactors> {
  return findSecondFactors(tx, person_id);
}

/** Whether sign-in with the password needs a second factor. */
export async function hasSecondFactor(tx: ReadTx, person_id: number): Promise<boolean> {
  const { has_app, passkeys } = await findSecondFactors(tx, person_id);
  return has_app || passkeys > 0;
}

/** Counts an attempt to give a second factor, in a transaction of its own. @returns 0, or the seconds to wait */
export async function takeTry(tx: Tx, person_id: number, now_s: number): Promise<number> {
  // Of attempts at the same time, each must see the count of those before it.
  await lockPerson(tx, person_id);
  const { tries, wait_s } = countTry(await findTries(tx, person_id), now_s);
  if (wait_s === 0) await saveTries(tx, person_id, tries);
  return wait_s;
}

/** @returns `undefined` for a code that is wrong, or was used already */
export async function checkCode(
  tx: ReadTx,
  { hashes, seal }: SecondFactorMint,
  person_id: number,
  typed: string,
  now_s: number,
): Promise<Proof | undefined> {
  const read = readCode(typed);
  if (!read) return undefined;
  if (read.kind === "app") {
    const app = await findApp(tx, person_id);
    if (!app) return undefined;
    const secret = seal.open(app.secret, purposeOf(person_id));
    const step = secret === undefined ? undefined : stepOfCode(secret, read.code, now_s);
    return step !== undefined && isFreshStep(step, app.last_step) ? { way: "password_and_code", step } : undefined;
  }
  const code_hash = hashOf(hashes, person_id, read.code);
  return (await hasRecoveryCode(tx, person_id, code_hash))
    ? { way: "password_and_recovery_code", code_hash }
    : undefined;
}

/** Uses up a code that is right, so that it is accepted once. The person is locked. */
export async function spendCode(
  tx: Tx,
  app: AppContext,
  person_id: number,
  proof: Proof,
  now_s: number,
): Promise<SignInWay> {
  if (proof.way === "password_and_code") await setLastStep(tx, person_id, proof.step);
  else {
    await takeRecoveryCode(tx, person_id, proof.code_hash);
    await record(tx, { by: person_id, action: "recovery_code_used", subject: subjectOf(person_id) }, now_s);
    const left = String(await countRecoveryCodes(tx, person_id));
    await tellPerson(tx, app, person_id, { kind: "recovery_code_used", left }, now_s);
  }
  await deleteTries(tx, person_id);
  return proof.way;
}

/** Sets up an app, in place of an earlier one. @returns the recovery codes, of which only hashes are stored */
export async function setUpApp(
  tx: Tx,
  mint: SecondFactorMint,
  person_id: number,
  app: { readonly secret: string; readonly step: number },
  now_s: number,
): Promise<string[]> {
  const secret = mint.seal.close(app.secret, purposeOf(person_id));
  await saveApp(tx, person_id, { secret, last_step: app.step, created_at: now_s });
  await record(tx, { by: person_id, action: "second_factor_set", subject: subjectOf(person_id) }, now_s);
  await tellPerson(tx, mint.app, person_id, { kind: "second_factor_set" }, now_s);
  return newRecoveryCodes(tx, mint, person_id);
}

/** Replaces the recovery codes. @returns `undefined` for a person without a second factor */
export async function renewRecoveryCodes(
  tx: Tx,
  mint: SecondFactorMint,
  person_id: number,
  now_s: number,
): Promise<string[] | undefined> {
  if (!(await hasSecondFactor(tx, person_id))) return undefined;
  await record(tx, { by: person_id, action: "recovery_codes_made", subject: subjectOf(person_id) }, now_s);
  await tellPerson(tx, mint.app, person_id, { kind: "recovery_codes_made" }, now_s);
  return newRecoveryCodes(tx, mint, person_id);
}

async function newRecoveryCodes(tx: Tx, { hashes, random }: SecondFactorMint, person_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(random.bytes(RECOVERY_CODE_BYTES)));
  await saveRecoveryCodes(
    tx,
    person_id,
    codes.map((code) => hashOf(hashes, person_id, readCode(code)!.code)),
  );
  tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
  return codes;
}

/** Recovery codes for the first second factor; `undefined` for a person who has one. */
export async function firstRecoveryCodes(
  tx: Tx,
  mint: SecondFactorMint,
  person_id: number,
): Promise<string[] | undefined> {
  return (await hasSecondFactor(tx, person_id)) ? undefined : newRecoveryCodes(tx, mint, person_id);
}

/** Removes the recovery codes of a person who has no second factor left. */
export async function dropLastRecoveryCodes(tx: Tx, person_id: number): Promise<void> {
  if (await hasSecondFactor(tx, person_id)) return;
  await deleteRecoveryCodes(tx, person_id);
  await deleteTries(tx, person_id);
}

/** Removes the app of a person. Passkeys stay a second factor. A person without an app stays as they are. */
export async function removeApp(tx: Tx, app: AppContext, person_id: number, now_s: number): Promise<void> {
  if (!(await findApp(tx, person_id))) return;
  await deleteApp(tx, person_id);
  await dropLastRecoveryCodes(tx, person_id);
  await noteRemoval(tx, app, person_id, person_id, now_s);
}

/**
 * Removes the app and all passkeys of another person, for an owner or the operator: whoever has lost the device has lost
 * both, and nobody else may have them.
 */
export async function takeSecondFactor(
  tx: Tx,
  by: AuditActor,
  { id }: Person,
  now_s: number,
  app: AppContext,
): Promise<"SECOND_FACTOR_OWN" | undefined> {
  if (by === id) return "SECOND_FACTOR_OWN";
  if (!(await hasSecondFactor(tx, id))) return undefined;
  await deleteApp(tx, id);
  await deletePasskeys(tx, id);
  await dropLastRecoveryCodes(tx, id);
  await noteRemoval(tx, app, by, id, now_s);
  return undefined;
}

async function noteRemoval(tx: Tx, app: AppContext, by: AuditActor, person_id: number, now_s: number): Promise<void> {
  await record(tx, { by, action: "second_factor_removed", subject: subjectOf(person_id) }, now_s);
  const kind = by === person_id ? "second_factor_removed" : "second_factor_taken";
  await tellPerson(tx, app, person_id, { kind }, now_s);
  tx.append({ stream: person_id, kind: "session", ref: 0, body: "" });
}

function hashOf(hashes: Hashes, person_id: number, code: string): string {
  return hashes.of(`recovery ${person_id} ${code}`);
}
