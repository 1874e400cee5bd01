/** Why a sign-in with an OpenID provider was refused: the codes that the page of the sign-in gets. */

export const PROVIDER_FAULTS = [
  // The attempt
  "expired",
  "used",
  "mixed_up",
  "other_session",
  // The provider
  "unavailable",
  "denied",
  "provider_error",
  "bad_answer",
  "clock",
  // The person
  "no_email",
  "unverified_email",
  "domain",
  "no_domain",
  "group",
  "groups_unknown",
  "no_account",
  "suspended",
  "erased",
  "taken",
  "too_many",
] as const;

export type ProviderFault = (typeof PROVIDER_FAULTS)[number];
