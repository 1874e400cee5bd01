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
  readonly status?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** Turns any error of a request to a provider, or of the check of its answer, into one with a fault. */
export function asProviderError(error: unknown): ProviderError {
  // The libraries wrap what `fetch` throws.
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof ProviderError) return cause;
  const { code, error: named, message } = error as CodedError;
  const text = [typeof message === "string" ? message : "unknown", ...detailsOf(error as CodedError)].join(": ");
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR")
    return new ProviderError(named === "access_denied" ? "denied" : "provider_error", text);
  const fault = typeof code === "string" ? (FAULTS[code] ?? "bad_answer") : "unavailable";
  return new ProviderError(fault, text);
}

/**
 * What an operator needs besides the general message: the provider's code (`invalid_client`), the status of its response,
 * or the check that failed. Texts of the provider are left out: they may repeat what was sent.
 */
function detailsOf({ error, status, cause }: CodedError): readonly string[] {
  if (typeof error === "string" && /^\w{1,64}$/.test(error)) return [error];
  const responded = cause instanceof Response ? cause.status : status;
  if (typeof responded === "number") return [`status ${responded}`];
  const { code, message } = (cause ?? {}) as CodedError;
  // Messages of the protocol's library are constant. Those of parsers quote what they have read.
  return typeof code === "string" && code.startsWith("OAUTH_") && typeof message === "string" ? [message] : [];
}
