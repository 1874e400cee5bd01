/** What follows the right password where it does not open a session: a code, or setting up what makes codes. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { factorRule } from "../../app/accounts/second-factor-rule.ts";
import { hasSecondFactor } from "../../app/accounts/second-factor.ts";
import { checkSignIn } from "../../app/accounts/sign-in.ts";
import { isAbout } from "../../domain/second-factor-rule.ts";
import { presentUser } from "../../present/users.ts";
import type { Tx } from "../../store/db.ts";
import type { Deps } from "../engine/deps.ts";
import { passwordMark } from "../engine/sign-in-challenge.ts";
import { sealEnrolment } from "../engine/sign-in-enrolment.ts";
import { askSecondFactor, type ProvenPassword } from "./asked-second-factor.ts";

/** @returns `undefined` if the password opens a session, or the refusal */
export async function stepAfterPassword(
  tx: Tx,
  deps: Deps,
  proven: ProvenPassword,
  now_s: number,
): Promise<Wire.SessionOpened | "USER_DEACTIVATED" | "WRONG_PASSWORD" | undefined> {
  const { person_id, password_hash, label } = proven;
  const isProtected = await hasSecondFactor(tx, person_id);
  const rule = await factorRule(tx);
  if (!isProtected && rule.required_of === "nobody") return undefined;
  const person = await checkSignIn(tx, person_id, password_hash);
  if (typeof person === "string") return person;
  const user = presentUser(person);
  if (isProtected) return { user, second_factor: await askSecondFactor(tx, deps, proven, now_s) };
  if (!isAbout(rule, person)) return undefined;
  const begun = { person_id, password_mark: passwordMark(deps.hashes, password_hash), label };
  return { user, enrolment: sealEnrolment(deps.seal, deps.random.bytes, begun, now_s) };
}
