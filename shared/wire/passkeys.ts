/** Passkeys: objects of the user API. Options of WebAuthn have the names that browsers read. */
import { bool, constant, int, list, named, note, object, optional, str, time, type TypeOf } from "./schema.ts";

export const Passkey = named(
  "Passkey",
  object({
    id: int,
    name: str,
    created_at: time,
    used_at: optional(time, "The last sign-in with it; absent if there was none."),
    synced: note(bool, "A service keeps it and copies it to the person's other devices."),
    domain: optional(str, "The domain for which it was made, if the service has another one: there it does not work."),
  }),
);
export type Passkey = TypeOf<typeof Passkey>;

const Descriptor = object({
  id: str,
  type: constant("public-key"),
  transports: note(list(str), "How the browser reaches the authenticator."),
});

/** What `navigator.credentials.get` is called with. */
export const PasskeyRequest = named(
  "PasskeyRequest",
  note(
    object({
      challenge: str,
      rpId: str,
      timeout: note(int, "In milliseconds."),
      userVerification: constant("required"),
      allowCredentials: note(list(Descriptor), "Empty where any passkey of the domain will do."),
    }),
    "PublicKeyCredentialRequestOptionsJSON of WebAuthn, for `parseRequestOptionsFromJSON`.",
  ),
);
export type PasskeyRequest = TypeOf<typeof PasskeyRequest>;

/** What `navigator.credentials.create` is called with. */
export const PasskeyCreation = named(
  "PasskeyCreation",
  note(
    object({
      rp: object({ id: str, name: str }),
      user: object({ id: str, name: str, displayName: str }),
      challenge: str,
      pubKeyCredParams: list(object({ type: constant("public-key"), alg: int })),
      timeout: note(int, "In milliseconds."),
      excludeCredentials: list(Descriptor),
      authenticatorSelection: object({
        residentKey: constant("required"),
        requireResidentKey: constant(true),
        userVerification: constant("required"),
      }),
      attestation: constant("none"),
    }),
    "PublicKeyCredentialCreationOptionsJSON of WebAuthn, for `parseCreationOptionsFromJSON`.",
  ),
);
export type PasskeyCreation = TypeOf<typeof PasskeyCreation>;

export const PasskeySetup = named(
  "PasskeySetup",
  object({
    options: PasskeyCreation,
    setup: note(str, "For addPasskey, or confirmEnrolment with a passkey."),
    expires_at: time,
  }),
);

export const PasskeyChallenge = named(
  "PasskeyChallenge",
  object({ options: PasskeyRequest, challenge: note(str, "For signInPasskey."), expires_at: time }),
);
