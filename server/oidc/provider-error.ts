/** The error of a sign-in with a provider, and how errors of the protocol become one. */
import type { ProviderFault } from "@heliogram/shared/provider-faults.ts";

/** A sign-in that is refused. The message is for the log; it holds no token and no claim. */
export class ProviderError extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** What `openid-client` says of the timestamps, the issuer and the errors of a provider. */
const FAULTS: Readonly<Record<string, ProviderFault>> = {
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "clock",
  OAUTH_TIMEOUT: "unavailable",
  OAUTH_ABORT: "unavailable",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "unavailable",
  OAUTH_RESPONSE_IS_NOT_JSON: "unavailable",
  OAUTH_RESPONSE_BODY_ERROR: "provider_error",
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: "provider_error",
};

interface CodedError {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
}

/** Turns any error of a request to a provider, or of the check of its answer, into one with a fault. */
export function asProviderError(error: unknown): ProviderError {
  // The libraries wrap what `fetch` throws.
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ProviderError) return cause;
  const { code, error: named, message } = error as CodedError;
  const text = typeof message === "string" ? message : "unknown";
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR")
    return new ProviderError(named === "access_denied" ? "denied" : "provider_error", `the provider answered: ${text}`);
  const fault = typeof code === "string" ? (FAULTS[code] ?? "bad_answer") : "unavailable";
  return new ProviderError(fault, text);
}
