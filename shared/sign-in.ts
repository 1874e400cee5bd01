/** How people sign in: the ways by which a session can have been opened. */

/**
 * `password_and_…`: with a second factor. `approved`: an open session has approved the device. `provider`: an OpenID
 * Connect provider. `developer`: without a credential, in developer mode, and for the people of world files.
 */
export const SIGN_IN_WAYS = [
  "sign_up",
  "password",
  "password_and_code",
  "password_and_passkey",
  "password_and_recovery_code",
  "reset_link",
  "passkey",
  "approved",
  "provider",
  "developer",
] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
