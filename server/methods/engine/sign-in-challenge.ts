/** Challenges of a sign-in whose password was right: sealed, so that any node takes the second factor and nothing is stored. */
import type { Hashes } from "../../app/accounts/tokens.ts";
import type { Seal } from "../../app/accounts/seal.ts";

/** Seconds in which the second factor is given: enough to look for the phone. */
const LIFE_S = 300;
const PURPOSE = "sign-in challenge";

export interface SignInChallenge {
  readonly person_id: number;
  /** Keyed hash of the password's hash: after a change of the password, the challenge is worthless. */
  readonly password_mark: string;
  /** The name of the session. */
  readonly label: string;
}

export function passwordMark(hashes: Hashes, password_hash: string | null): string {
  return hashes.of(`password ${password_hash ?? ""}`);
}

/** What the answer to a right password contains in place of a session. */
export function sealChallenge(seal: Seal, challenge: SignInChallenge, now_s: number) {
  const expires_at = now_s + LIFE_S;
  return { challenge: seal.closeUntil(challenge, PURPOSE, expires_at), expires_at };
}

/** `undefined` for one that has expired, or that this service has not sealed. */
export function openChallenge(seal: Seal, sealed: string, now_s: number): SignInChallenge | undefined {
  return seal.openUntil(sealed, PURPOSE, now_s);
}
