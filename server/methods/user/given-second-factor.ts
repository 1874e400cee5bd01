/** The second factor that a call gives: a code, or the assertion of a passkey. */
import { challengeOf } from "../../app/accounts/passkey-challenges.ts";
import { checkPasskey } from "../../app/accounts/passkeys.ts";
import type { GivenFactor } from "../../app/accounts/given-factor.ts";
import { checkCode } from "../../app/accounts/second-factor.ts";
import type { Assertion } from "@heliogram/shared/passkeys.ts";
import { refuse } from "../../domain/refusals.ts";
import type { Client } from "../engine/client.ts";
import type { Deps } from "../engine/deps.ts";
import { ParameterError } from "../engine/fields.ts";
import { noteFailedSignIn } from "./failed-sign-in.ts";
import { requireRelyingParty } from "./passkey-fields.ts";

export interface GivenParameters {
  /** Of the sign-in. */
  readonly challenge: string;
  readonly code: string | undefined;
  readonly passkey: Assertion | undefined;
}

/** @throws ParameterError unless one of the two is given */
export function requireOne({ code, passkey }: { readonly code: unknown; readonly passkey: unknown }): void {
  if ((code === undefined) === (passkey === undefined)) throw new ParameterError("either code or passkey is required");
}

/**
 * Checks what was given, before the transaction that uses it. A failure is in the audit log.
 * @throws RefusalError SECOND_FACTOR_WRONG, PASSKEY_WRONG, PASSKEYS_UNAVAILABLE
 */
export async function checkGiven(
  deps: Deps,
  client: Client,
  person_id: number,
  { challenge, code, passkey }: GivenParameters,
  now_s: number,
): Promise<GivenFactor> {
  if (passkey) {
    const signed = challengeOf(deps.hashes, challenge);
    const expected = { ...requireRelyingParty(deps), challenge: signed };
    const checked = await checkPasskey(deps.db, passkey, expected, person_id);
    if (checked.fault === undefined) return { passkey: checked.use, signed };
    await noteFailedSignIn(deps, client, person_id, checked.fault);
    return refuse("PASSKEY_WRONG");
  }
  if (code !== undefined && (await deps.db.read((tx) => checkCode(tx, deps, person_id, code, now_s)))) return { code };
  await noteFailedSignIn(deps, client, person_id, "wrong second factor");
  return refuse("SECOND_FACTOR_WRONG");
}
