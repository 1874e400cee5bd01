/** The second factor of a sign-in, used up in the transaction that opens the session. */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";
import type { PasskeyUse } from "../../store/queries/accounts/passkeys.ts";
import { deleteTries } from "../../store/queries/accounts/second-factors.ts";
import type { Tx } from "../../store/db.ts";
import { PASSKEY_LIFE_S } from "./passkey-challenges.ts";
import { spendPasskey } from "./passkeys.ts";
import { checkCode, spendCode, type SecondFactorMint } from "./second-factor.ts";

/** A code, or a passkey that has signed a challenge. It was checked before. */
export type GivenFactor = { readonly code: string } | { readonly passkey: PasskeyUse; readonly signed: string };

/** Checks once more and uses up. The person is locked. @returns the way of the session, or the refusal */
export async function spendGivenFactor(
  tx: Tx,
  mint: SecondFactorMint,
  person_id: number,
  given: GivenFactor,
  now_s: number,
): Promise<SignInWay | "SECOND_FACTOR_WRONG" | "CHALLENGE_INVALID"> {
  if ("code" in given) {
    const proof = await checkCode(tx, mint, person_id, given.code, now_s);
    return proof ? spendCode(tx, mint.app, person_id, proof, now_s) : "SECOND_FACTOR_WRONG";
  }
  const once = { challenge: given.signed, expires_at: now_s + PASSKEY_LIFE_S };
  if (!(await spendPasskey(tx, given.passkey, once, now_s))) return "CHALLENGE_INVALID";
  await deleteTries(tx, person_id);
  return "password_and_passkey";
}
