/** How a session was opened, in words. */
import { useLingui } from "@lingui/react/macro";
import type { ResultOf } from "../../core/api/api.ts";

type Way = NonNullable<ResultOf<"listSessions">[number]["way"]>;

export function useSignInWays(): Readonly<Record<Way, string>> {
  const { t } = useLingui();
  return {
    sign_up: t`Made the account here`,
    password: t`With the password`,
    password_and_code: t`With the password and a code`,
    password_and_passkey: t`With the password and a passkey`,
    password_and_recovery_code: t`With the password and a recovery code`,
    reset_link: t`With a link for a new password`,
    passkey: t`With a passkey`,
    approved: t`Approved on another device`,
    provider: t`With an account elsewhere`,
    developer: t`Opened for development`,
  };
}
