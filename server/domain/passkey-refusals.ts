/** The refusals of methods about passkeys. */

export const PASSKEY_REFUSALS = {
  PASSKEYS_UNAVAILABLE: {
    code: 400,
    text: "passkeys need a public URL with https and a domain name",
    meaning:
      "The public URL of the service is not set, is an IP address, or is plain http. Browsers have passkeys for domains with https, and for localhost.",
  },
  PASSKEY_WRONG: {
    code: 403,
    text: "the passkey was not accepted",
    meaning: "It is unknown here, was removed, or has not signed what was asked for.",
  },
  PASSKEY_NOT_FOUND: { code: 404, text: "passkey not found", meaning: "The person has no such passkey." },
  PASSKEY_TAKEN: { code: 400, text: "the passkey was added already", meaning: "This passkey is known already." },
  TOO_MANY_PASSKEYS: {
    code: 400,
    text: "too many passkeys",
    meaning: "The person has as many passkeys as one person may have.",
  },
  SIGN_IN_AGAIN: {
    code: 403,
    text: "sign in again first",
    meaning:
      "The person proves who they are by a sign-in: of the last 15 minutes without a password, with the second factor if they have one.",
  },
} as const;
