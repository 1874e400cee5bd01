/** Setups of an authenticator app that the person has not confirmed: sealed, so that nothing is stored before. */
import { appAddress, newAppSecret, stepOfCode } from "../../app/accounts/authenticator-app.ts";
import type { Seal } from "../../app/accounts/seal.ts";
import type { Account } from "../../domain/accounts.ts";
import { refuse } from "../../domain/refusals.ts";
import { readCode } from "../../domain/second-factor.ts";
import type { Deps } from "../engine/deps.ts";

/** Seconds in which the app is set up. */
const LIFE_S = 900;
const purposeOf = (person_id: number) => `app setup ${person_id}`;

/** A new secret for the app of a person, and how the app takes it. */
export function newSetup(
  { random, addresses, seal }: Pick<Deps, "random" | "addresses" | "seal">,
  { id, username, first_name }: Account,
  now_s: number,
) {
  const secret = newAppSecret(random.bytes);
  const service = new URL(addresses.public_url).host;
  return {
    secret,
    address: appAddress(secret, service, username ?? first_name),
    ...sealSetup(seal, id, secret, now_s),
  };
}

/** The setup of a secret, sealed for the person. */
export function sealSetup(seal: Seal, person_id: number, secret: string, now_s: number) {
  const expires_at = now_s + LIFE_S;
  return { setup: seal.closeUntil({ secret }, purposeOf(person_id), expires_at), expires_at };
}

/** The app of a setup that a code of it confirms. @throws RefusalError */
export function confirmedApp(
  seal: Seal,
  person_id: number,
  { setup, code }: { readonly setup: string; readonly code: string },
  now_s: number,
): { secret: string; step: number } {
  const secret = openSetup(seal, person_id, setup, now_s) ?? refuse("CHALLENGE_INVALID");
  const read = readCode(code);
  const step = read?.kind === "app" ? stepOfCode(secret, read.code, now_s) : undefined;
  return step === undefined ? refuse("SECOND_FACTOR_WRONG") : { secret, step };
}

/** The secret; `undefined` for a setup that has expired, or that was begun by somebody else. */
function openSetup(seal: Seal, person_id: number, sealed: string, now_s: number): string | undefined {
  return seal.openUntil<{ readonly secret: string }>(sealed, purposeOf(person_id), now_s)?.secret;
}
