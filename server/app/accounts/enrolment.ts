/** The end of a sign-in in which a second factor was set up, because the service requires one. */
import type { Tx } from "../../store/db.ts";
import { useToken } from "../../store/queries/accounts/provider-sessions.ts";
import { deleteTries } from "../../store/queries/accounts/second-factors.ts";
import { hasSecondFactor } from "./second-factor.ts";
import type { SessionOptions } from "./sessions.ts";
import { checkSignIn, letIn, type SignedIn, type SignInMint } from "./sign-in.ts";

/** By which it is known that an enrolment was used. */
interface OnceUsed {
  readonly id: string;
  /** In Unix seconds. */
  readonly expires_at: number;
}

/**
 * Sets up the second factor and opens the session, once, for a person who still has no second factor.
 * @param password_hash - what the password was compared with
 * @param setUp - behind the lock of the person; returns the recovery codes
 */
export async function endEnrolment(
  tx: Tx,
  mint: SignInMint,
  { id, expires_at }: OnceUsed,
  options: SessionOptions,
  password_hash: string | null,
  setUp: () => Promise<readonly string[]>,
  now_s: number,
): Promise<(SignedIn & { readonly recovery_codes: readonly string[] }) | "USER_DEACTIVATED" | "CHALLENGE_INVALID"> {
  const { person_id } = options;
  const person = await checkSignIn(tx, person_id, password_hash);
  if (person === "USER_DEACTIVATED") return person;
  if (person === "WRONG_PASSWORD" || (await hasSecondFactor(tx, person_id))) return "CHALLENGE_INVALID";
  if (!(await useToken(tx, mint.hashes.of(`enrolment ${id}`), expires_at))) return "CHALLENGE_INVALID";
  const recovery_codes = await setUp();
  await deleteTries(tx, person_id);
  return { ...(await letIn(tx, mint, person, options, now_s)), recovery_codes };
}
