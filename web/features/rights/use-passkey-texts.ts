/** Why something with a passkey did not work, in words. */
import { useLingui } from "@lingui/react/macro";
import type { PasskeyError } from "../../core/ports/passkeys.ts";

/** By the refusals of the service. */
export function usePasskeyTexts() {
  const { t } = useLingui();
  return {
    PASSKEY_WRONG: t`This service does not accept the passkey: it was removed, or belongs to another address.`,
    PASSKEY_NOT_FOUND: t`This passkey is not there any more.`,
    PASSKEY_TAKEN: t`This passkey was added already.`,
    TOO_MANY_PASSKEYS: t`You have as many passkeys as one person may have. Remove one first.`,
    PASSKEYS_UNAVAILABLE: t`This service has no passkeys: they need an address with https and a domain name.`,
    SIGN_IN_AGAIN: t`Sign out and in again first, so that it is certain that it is you.`,
  };
}

export function usePasskeyErrorText(): (error: PasskeyError) => string {
  const { t } = useLingui();
  return ({ kind }) => {
    switch (kind) {
      case "cancelled":
        return t`The browser has given no passkey. Try again.`;
      case "known":
        return t`This device has a passkey for your account already.`;
      case "failed":
        return t`The browser could not use a passkey here.`;
    }
  };
}
