/** Checks what authenticators answer (WebAuthn level 3, §7.1 and §7.2). The library is loaded with the first answer. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Assertion, NewCredential } from "@heliogram/shared/passkeys.ts";
import type { RelyingParty } from "./relying-party.ts";

/** EdDSA, ES256 and RS256: what platforms and security keys have (COSE). */
export const KEY_ALGORITHMS: readonly number[] = [-8, -7, -257];

/** What is expected of an answer. */
export interface Expected extends RelyingParty {
  readonly challenge: string;
}

export interface VerifiedCredential {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly is_synced: boolean;
}

/** Chains of certificates are refused, because checking them would send requests to addresses that they name. */
const ATTESTATIONS: ReadonlySet<string> = new Set(["none", "packed"]);

/** @returns `undefined` for a credential that is not a passkey for this challenge, made here with user verification */
export async function verifyCredential(
  { id, response: { clientDataJSON, attestationObject, transports = [] } }: NewCredential,
  { challenge, origin, rp_id }: Expected,
): Promise<VerifiedCredential | undefined> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const response: RegistrationResponseJSON = {
    ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
    response: { clientDataJSON, attestationObject },
  };
  return withoutFaults(async () => {
    if (isCrossOrigin(clientDataJSON) || !(await isSelfMade(attestationObject))) return undefined;
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      supportedAlgorithmIDs: [...KEY_ALGORITHMS],
    });
    if (!verified.verified || verified.registrationInfo.credential.id !== id) return undefined;
    const { credential, credentialBackedUp } = verified.registrationInfo;
    return {
      credential_id: id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports,
      is_synced: credentialBackedUp,
    };
  });
}

async function isSelfMade(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, "base64url")));
  return ATTESTATIONS.has(decoded.get("fmt")) && decoded.get("attStmt").get("x5c") === undefined;
}

/**
 * What the assertion says, if the key has signed it for this challenge, here and with user verification. Its counter is
 * the caller's to compare.
 */
export async function verifyAssertion(
  { id, response: { clientDataJSON, authenticatorData, signature } }: Assertion,
  public_key: string,
  { challenge, origin, rp_id }: Expected,
): Promise<{ readonly counter: number; readonly is_synced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const response: AuthenticationResponseJSON = {
    ...{ id, rawId: id, type: "public-key", clientExtensionResults: {} },
    response: { clientDataJSON, authenticatorData, signature },
  };
  return withoutFaults(async () => {
    if (isCrossOrigin(clientDataJSON)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rp_id,
      // The library would compare the counter before the signature.
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, "base64url")), counter: 0 },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, is_synced: authenticationInfo.credentialBackedUp };
  });
}

/** Whether another site's page has asked for it, in a frame. */
function isCrossOrigin(client_data: string): boolean {
  const { crossOrigin } = JSON.parse(Buffer.from(client_data, "base64url").toString("utf8")) as {
    readonly crossOrigin?: unknown;
  };
  return crossOrigin === true;
}

/** The library refuses by throwing, also for bytes that are no CBOR; whatever it is, the answer is not accepted. */
async function withoutFaults<T>(check: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
