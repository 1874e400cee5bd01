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
  PROVIDER_CALLS_FROM_ONE,
  PROVIDER_CALLS_IN_ALL,
  SIGN_UPS_FROM_ONE,
  SIGN_UPS_IN_ALL,
  UNSUBSCRIBES_FROM_ONE,
  UNSUBSCRIBES_IN_ALL,
} from "../methods/rate-limits/attempt-limits.ts";
import type { LimitContext } from "../methods/rate-limits/limit-context.ts";
import { SignInLimits } from "../methods/rate-limits/sign-in-limits.ts";

/** @param attempts - the same as `limiting`, and off where the operator has turned rate limits off */
export function attemptLimits(limiting: LimitContext, attempts: LimitContext) {
  return {
    signIns: new SignInLimits(attempts),
    passwordChanges: new AttemptLimits(PASSWORD_CHANGES, attempts),
    codeTries: new AttemptLimits(CODE_TRIES, attempts),
    signUpsFrom: new AttemptLimits(SIGN_UPS_FROM_ONE, attempts),
    signUps: new AttemptLimits(SIGN_UPS_IN_ALL, attempts),
    joinRequests: new AttemptLimits(JOIN_REQUESTS, attempts),
    providerCallsFrom: new AttemptLimits(PROVIDER_CALLS_FROM_ONE, attempts),
    providerCalls: new AttemptLimits(PROVIDER_CALLS_IN_ALL, attempts),
    passkeyTriesFrom: new AttemptLimits(PASSKEYS_FROM_ONE, attempts),
    passkeyTries: new AttemptLimits(PASSKEYS_IN_ALL, attempts),
    deviceCallsFrom: new AttemptLimits(DEVICE_CALLS_FROM_ONE, attempts),
    deviceCalls: new AttemptLimits(DEVICE_CALLS_IN_ALL, attempts),
    // Refuses nobody: it bounds what anonymous clients can write to the audit log.
    failuresOnRecord: new AttemptLimits(FAILURES_ON_RECORD, limiting),
    resetsFrom: new AttemptLimits(RESETS_FROM_ONE, attempts),
    resets: new AttemptLimits(RESETS_IN_ALL, attempts),
    unsubscribesFrom: new AttemptLimits(UNSUBSCRIBES_FROM_ONE, attempts),
    unsubscribes: new AttemptLimits(UNSUBSCRIBES_IN_ALL, attempts),
    mailsToOne: new AttemptLimits(MAILS_TO_ONE, attempts),
  };
}
