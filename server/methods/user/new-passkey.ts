/** What the methods have in common by which a person gets a new passkey: in a session, and at a sign-in that needs one. */
import type { NewCredential } from "@heliogram/shared/passkeys.ts";
import { beginSetup, challengeOf, openSetup } from "../../app/accounts/passkey-challenges.ts";
import type { NewPasskey } from "../../app/accounts/passkeys.ts";
import type { RelyingParty } from "../../app/accounts/relying-party.ts";
import { verifyCredential } from "../../app/accounts/webauthn.ts";
import { fullName, type Account } from "../../domain/accounts.ts";
import { refuse } from "../../domain/refusals.ts";
import type { ReadTx } from "../../store/db.ts";
import { passkeysOf } from "../../store/queries/accounts/passkeys.ts";
import type { Deps } from "../engine/deps.ts";
import { requireRelyingParty } from "./passkey-fields.ts";

/** What a browser makes a passkey of this person with. */
export async function beginPasskeySetup(
  tx: ReadTx,
  deps: Deps,
  party: RelyingParty,
  account: Pick<Account, "id" | "username" | "first_name" | "last_name">,
  now_s: number,
) {
  const { id: person_id, username, first_name } = account;
  const owner = { person_id, username: username ?? first_name, full_name: fullName(account) };
  return beginSetup(deps, party, { ...owner, passkeys: await passkeysOf(tx, person_id) }, now_s);
}

interface MadePasskey {
  /** From the answer of `beginPasskeySetup`. */
  readonly setup: string;
  readonly credential: NewCredential;
}

/**
 * Checks what the browser has made, before the transaction that adds it.
 * @throws RefusalError PASSKEYS_UNAVAILABLE, CHALLENGE_INVALID, PASSKEY_WRONG
 */
export async function checkNewPasskey(
  deps: Deps,
  person_id: number,
  { setup, credential }: MadePasskey,
): Promise<Omit<NewPasskey, "name">> {
  const party = requireRelyingParty(deps);
  const now_s = Math.floor(deps.clock.now() / 1000);
  const { user_handle } = openSetup(deps.seal, person_id, setup, now_s) ?? refuse("CHALLENGE_INVALID");
  const expected = { ...party, challenge: challengeOf(deps.hashes, setup) };
  const verified = (await verifyCredential(credential, expected)) ?? refuse("PASSKEY_WRONG");
  return { credential: verified, rp_id: party.rp_id, user_handle };
}
