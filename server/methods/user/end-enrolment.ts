/** What the methods have in common that end a sign-in by setting up a second factor. */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import { endEnrolment as end } from "../../app/accounts/enrolment.ts";
import { refuse } from "../../domain/refusals.ts";
import { presentUser } from "../../present/users.ts";
import type { Tx } from "../../store/db.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { SessionOpened } from "../engine/api-response.ts";
import type { Deps } from "../engine/deps.ts";
import { passwordMark } from "../engine/sign-in-challenge.ts";
import type { OpenedEnrolment } from "../engine/sign-in-enrolment.ts";

/**
 * Sets up the second factor and opens the session, if the password is still the same.
 * @param setUp - behind the lock of the person; returns the recovery codes
 * @throws RefusalError
 */
export async function endEnrolment(
  tx: Tx,
  deps: Pick<Deps, "app" | "hashes" | "random" | "settings">,
  enrolment: OpenedEnrolment,
  { from, way }: { readonly from: string; readonly way: SignInWay },
  now_s: number,
  setUp: () => Promise<readonly string[]>,
) {
  const { person_id, password_mark, label } = enrolment;
  if (!(await isPasswordSignInOn(tx))) refuse("PASSWORD_SIGN_IN_OFF");
  const password_hash = await passwordHashOf(tx, person_id);
  if (passwordMark(deps.hashes, password_hash) !== password_mark) refuse("CHALLENGE_INVALID");
  const options = { person_id, label, lasts_s: deps.settings.session_s, from, way };
  const ended = await end(tx, deps, enrolment, options, password_hash, setUp, now_s);
  if (typeof ended === "string") return refuse(ended);
  const { access_token, person, recovery_codes } = ended;
  return new SessionOpened(access_token, { user: presentUser(person), recovery_codes });
}
