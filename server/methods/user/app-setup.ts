/** Setups of an authenticator app that the person has not confirmed: sealed, so that nothing is stored before. */
import type { Seal } from "../../app/accounts/seal.ts";

/** Seconds in which the app is set up. */
const LIFE_S = 900;
const purposeOf = (person_id: number) => `app setup ${person_id}`;

export function sealSetup(seal: Seal, person_id: number, secret: string, now_s: number) {
  const expires_at = now_s + LIFE_S;
  return { setup: seal.closeUntil({ secret }, purposeOf(person_id), expires_at), expires_at };
}

/** The secret; `undefined` for a setup that has expired, or that was begun by somebody else. */
export function openSetup(seal: Seal, person_id: number, sealed: string, now_s: number): string | undefined {
  return seal.openUntil<{ readonly secret: string }>(sealed, purposeOf(person_id), now_s)?.secret;
}
