/** Whether the session of a call has proven the second factor of its person (behaviour.md §2). */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import { metSecondFactor } from "../../domain/second-factor-rule.ts";
import { saveSessionProof, sessionProof } from "../../store/queries/accounts/session-proofs.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import { hasSecondFactor } from "./second-factor.ts";

interface OwnSession {
  /** Of the person. */
  readonly id: number;
  readonly session_id: number;
}

/**
 * Whether a session may change how its person signs in. One that was opened with the password alone, before there was a
 * second factor, may be that of somebody who has found the password: they would remove it, or put their own in its place.
 */
export async function hasProvenFactor(tx: ReadTx, { id, session_id }: OwnSession): Promise<boolean> {
  return !(await hasSecondFactor(tx, id)) || metSecondFactor((await sessionProof(tx, session_id)).way);
}

/** Notes that a session has set up a second factor, which proves it as a sign-in with it does. */
export async function noteFactor(
  tx: Tx,
  { session_id }: OwnSession,
  way: Extract<SignInWay, "password_and_code" | "password_and_passkey">,
  now_s: number,
): Promise<void> {
  const { way: before } = await sessionProof(tx, session_id);
  if (!metSecondFactor(before)) await saveSessionProof(tx, session_id, { way, at: now_s });
}
