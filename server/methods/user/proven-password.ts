/** The proof that a call comes from the person and not from a stolen session: their password, or a fresh sign-in. */
import { hasProvenFactor } from "../../app/accounts/proven-factor.ts";
import { isRecent } from "../../domain/recent-proof.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { ReadTx } from "../../store/db.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { sessionProof } from "../../store/queries/accounts/session-proofs.ts";
import type { Deps } from "../engine/deps.ts";
import type { Person } from "../engine/method.ts";

/**
 * For what stays when the session ends. Attempts count as those to change the password. A person without one must have
 * signed in a short while ago, and one with a second factor with it.
 * @returns the hash that the password was compared with
 * @throws RefusalError `wrong`, SIGN_IN_AGAIN
 */
export async function proveSelf(
  { db, clock, passwords, passwordChanges }: Deps,
  { id, session_id }: Person,
  password: string | undefined,
  wrong: "PASSWORD_WRONG" | "OLD_PASSWORD_WRONG" = "PASSWORD_WRONG",
): Promise<string | null> {
  const wait_s = await passwordChanges.take(`${id}`);
  if (wait_s > 0) throw new TooManyRequests(wait_s);
  const stored = await db.read((tx) => passwordHashOf(tx, id));
  if (stored !== null && !(await passwords.isRight(password ?? "", stored, "known"))) refuse(wrong);
  const isProven = await db.read(async (tx) => {
    if (!(await hasProvenFactor(tx, { id, session_id }))) return false;
    return stored !== null || isRecent((await sessionProof(tx, session_id)).at, Math.floor(clock.now() / 1000));
  });
  return isProven ? stored : refuse("SIGN_IN_AGAIN");
}

/**
 * Comparing took a while, in which another call may have set another password. The person is locked.
 * @throws RefusalError PASSWORD_WRONG
 */
export async function requireSamePassword(tx: ReadTx, person_id: number, proven: string | null): Promise<void> {
  if ((await passwordHashOf(tx, person_id)) !== proven) refuse("PASSWORD_WRONG");
}
