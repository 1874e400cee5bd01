/** What the answer to a right password asks for, in place of a session. */
import { passkeyRequest } from "../../app/accounts/passkey-challenges.ts";
import { relyingPartyOf } from "../../app/accounts/relying-party.ts";
import { secondFactorsOf } from "../../app/accounts/second-factor.ts";
import type { ReadTx } from "../../store/db.ts";
import { passkeysOf } from "../../store/queries/accounts/passkeys.ts";
import type { Deps } from "../engine/deps.ts";
import { passwordMark, sealChallenge } from "../engine/sign-in-challenge.ts";

/** Whose password was right. */
export interface ProvenPassword {
  readonly person_id: number;
  readonly password_hash: string | null;
  /** The name of the session. */
  readonly label: string;
}

/** Asks a person for their second factor: which they have, and what a browser asks for a passkey with. */
export async function askSecondFactor(
  tx: ReadTx,
  deps: Deps,
  { person_id, password_hash, label }: ProvenPassword,
  now_s: number,
) {
  const password_mark = passwordMark(deps.hashes, password_hash);
  const sealed = sealChallenge(deps.seal, { person_id, password_mark, label }, now_s);
  return { ...sealed, ...(await askFactor(tx, deps, person_id, sealed.challenge)) };
}

/** Which second factors a person has. @param challenge - sealed; what a passkey signs follows from it */
export async function askFactor(tx: ReadTx, deps: Deps, person_id: number, challenge: string) {
  const { has_app } = await secondFactorsOf(tx, person_id);
  const party = relyingPartyOf(deps.addresses);
  const passkey = party && passkeyRequest(deps.hashes, challenge, party, await passkeysOf(tx, person_id));
  const isPasskeyThere = passkey !== undefined && passkey.allowCredentials.length > 0;
  return { ...(has_app ? { app: true as const } : {}), ...(isPasskeyThere ? { passkey } : {}) };
}
