/** What browsers are asked for a passkey with. Nothing is stored: what the answer needs is sealed, so any node takes it. */
import type { PasskeyCreation, PasskeyRequest } from "@heliogram/shared/wire.ts";
import type { Passkey } from "../../store/queries/accounts/passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";
import type { Seal } from "./seal.ts";
import type { Hashes } from "./tokens.ts";
import { KEY_ALGORITHMS } from "./webauthn.ts";

/** Seconds in which a passkey is given: enough to look for the phone or the security key. */
export const PASSKEY_LIFE_S = 600;
/** Random bytes of a user handle. It is no secret: it only tells nothing about the person. */
const HANDLE_BYTES = 24;
const SIGN_IN = "passkey sign-in";
const setupOf = (person_id: number) => `passkey setup ${person_id}`;

/** What the authenticator signs: a hash of the sealed text, which is random, so that one text has one challenge. */
export function challengeOf(hashes: Hashes, sealed: string): string {
  return hashes.of(`passkey challenge ${sealed}`);
}

const descriptor = ({ credential_id, transports }: Passkey) => ({
  id: credential_id,
  type: "public-key" as const,
  transports: [...transports],
});

/** @param passkeys - those that will do; none for any of the domain */
export function passkeyRequest(
  hashes: Hashes,
  sealed: string,
  { rp_id }: RelyingParty,
  passkeys: readonly Passkey[],
): PasskeyRequest {
  return {
    challenge: challengeOf(hashes, sealed),
    rpId: rp_id,
    timeout: PASSKEY_LIFE_S * 1000,
    userVerification: "required",
    allowCredentials: passkeys.filter((each) => each.rp_id === rp_id).map(descriptor),
  };
}

/** The begin of a sign-in by whoever has a passkey. */
export function beginSignIn(seal: Seal, hashes: Hashes, party: RelyingParty, now_s: number) {
  const expires_at = now_s + PASSKEY_LIFE_S;
  const challenge = seal.closeUntil({}, SIGN_IN, expires_at);
  return { options: passkeyRequest(hashes, challenge, party, []), challenge, expires_at };
}

/** Whether a sign-in was begun with this, and not too long ago. */
export function isSignInBegun(seal: Seal, challenge: string, now_s: number): boolean {
  return seal.openUntil(challenge, SIGN_IN, now_s) !== undefined;
}

/** Who adds a passkey. */
export interface PasskeyOwner {
  readonly person_id: number;
  readonly username: string;
  readonly full_name: string;
  /** Those that they have. */
  readonly passkeys: readonly Passkey[];
}

interface Mint {
  readonly seal: Seal;
  readonly hashes: Hashes;
  readonly random: { bytes(length: number): Buffer };
}

/** The begin of adding a passkey. An authenticator that has one of the person is left out. */
export function beginSetup({ seal, hashes, random }: Mint, party: RelyingParty, owner: PasskeyOwner, now_s: number) {
  const { person_id, username, full_name, passkeys } = owner;
  const expires_at = now_s + PASSKEY_LIFE_S;
  const user_handle = passkeys[0]?.user_handle ?? random.bytes(HANDLE_BYTES).toString("base64url");
  const setup = seal.closeUntil({ user_handle }, setupOf(person_id), expires_at);
  const options: PasskeyCreation = {
    rp: { id: party.rp_id, name: `Heliogram ${new URL(party.origin).host}` },
    user: { id: user_handle, name: username, displayName: full_name },
    challenge: challengeOf(hashes, setup),
    pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: PASSKEY_LIFE_S * 1000,
    excludeCredentials: passkeys.filter(({ rp_id }) => rp_id === party.rp_id).map(descriptor),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
  };
  return { options, setup, expires_at };
}

/** `undefined` for a setup that has expired, or that was begun by somebody else. */
export function openSetup(
  seal: Seal,
  person_id: number,
  setup: string,
  now_s: number,
): { readonly user_handle: string } | undefined {
  return seal.openUntil(setup, setupOf(person_id), now_s);
}
