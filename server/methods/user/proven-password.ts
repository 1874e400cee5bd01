/** The proof that a call comes from the person and not from a stolen session: their password. */
import { isRecent } from "../../domain/recent-proof.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { ReadTx } from "../../store/db.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { sessionProof } from "../../store/queries/accounts/session-proofs.ts";
import type { Deps } from "../engine/deps.ts";
import type { Person } from "../engine/method.ts";

/**
 * Attempts count as those to change the password. Nothing is asked of a person without one.
 * @returns the hash that the password was compared with
 * @throws RefusalError `wrong`
 */
export async function provePassword(
  { db, passwords, passwordChanges }: Deps,
  person_id: number,
  password: string | undefined,
  wrong: "PASSWORD_WRONG" | "OLD_PASSWORD_WRONG" = "PASSWORD_WRONG",
): Promise<string | null> {
  const wait_s = await passwordChanges.take(`${person_id}`);
  if (wait_s > 0) throw new TooManyRequests(wait_s);
  const stored = await db.read((tx) => passwordHashOf(tx, person_id));
  const isRight = stored === null || (await passwords.isRight(password ?? "", stored, "known"));
  return isRight ? stored : refuse(wrong);
}

/**
 * The same for what stays when the session ends: a person without a password has signed in a short while ago.
 * @throws RefusalError PASSWORD_WRONG, SIGN_IN_AGAIN
 */
export async function proveSelf(deps: Deps, actor: Person, password: string | undefined): Promise<string | null> {
  const proven = await provePassword(deps, actor.id, password);
  if (proven !== null) return proven;
  const { at } = await deps.db.read((tx) => sessionProof(tx, actor.session_id));
  return isRecent(at, Math.floor(deps.clock.now() / 1000)) ? proven : refuse("SIGN_IN_AGAIN");
}

/**
 * Comparing took a while, in which another call may have set another password. The person is locked.
 * @throws RefusalError PASSWORD_WRONG
 */
export async function requireSamePassword(tx: ReadTx, person_id: number, proven: string | null): Promise<void> {
  if ((await passwordHashOf(tx, person_id)) !== proven) refuse("PASSWORD_WRONG");
}
