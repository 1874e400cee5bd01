/** The limits on attempts of one instance. */
import {
  AttemptLimits,
  CODE_TRIES,
  DEVICE_CALLS_FROM_ONE,
  DEVICE_CALLS_IN_ALL,
  FAILURES_ON_RECORD,
  JOIN_REQUESTS,
  MAILS_TO_ONE,
  PASSKEYS_FROM_ONE,
  PASSKEYS_IN_ALL,
  RESETS_FROM_ONE,
  RESETS_IN_ALL,
  PASSWORD_CHANGES,
  LOGOUT_TOKENS_FROM_ONE,
  LOGOUT_TOKENS_IN_ALL,
  PROVIDER_CALLS_FROM_ONE,
  PROVIDER_CALLS_IN_ALL,
  SIGN_UPS_FROM_ONE,
  SIGN_UPS_IN_ALL,
  UNSUBSCRIBES_FROM_ONE,
  UNSUBSCRIBES_IN_ALL,
} from "../methods/rate-limits/attempt-limits.ts";
import { ClientLimits } from "../methods/rate-limits/client-limits.ts";
import type { LimitContext } from "../methods/rate-limits/limit-context.ts";
import { SignInLimits } from "../methods/rate-limits/sign-in-limits.ts";

/** @param attempts - the same as `limiting`, and off where the operator has turned rate limits off */
export function attemptLimits(limiting: LimitContext, attempts: LimitContext) {
  return {
    signIns: new SignInLimits(attempts),
    passwordChanges: new AttemptLimits(PASSWORD_CHANGES, attempts),
    codeTries: new AttemptLimits(CODE_TRIES, attempts),
    signUps: new ClientLimits(SIGN_UPS_FROM_ONE, SIGN_UPS_IN_ALL, attempts),
    joinRequests: new AttemptLimits(JOIN_REQUESTS, attempts),
    providerCalls: new ClientLimits(PROVIDER_CALLS_FROM_ONE, PROVIDER_CALLS_IN_ALL, attempts),
    logoutTokens: new ClientLimits(LOGOUT_TOKENS_FROM_ONE, LOGOUT_TOKENS_IN_ALL, attempts),
    passkeyTries: new ClientLimits(PASSKEYS_FROM_ONE, PASSKEYS_IN_ALL, attempts),
    deviceCalls: new ClientLimits(DEVICE_CALLS_FROM_ONE, DEVICE_CALLS_IN_ALL, attempts),
    // Refuses nobody: it bounds what anonymous clients can write to the audit log.
    failuresOnRecord: new AttemptLimits(FAILURES_ON_RECORD, limiting),
    resets: new ClientLimits(RESETS_FROM_ONE, RESETS_IN_ALL, attempts),
    unsubscribes: new ClientLimits(UNSUBSCRIBES_FROM_ONE, UNSUBSCRIBES_IN_ALL, attempts),
    mailsToOne: new AttemptLimits(MAILS_TO_ONE, attempts),
  };
}
