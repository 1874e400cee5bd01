/** The error of outgoing requests, and how errors of connections become one. */

/** An outgoing request without a usable response. The message contains no address of the internal network. */
export class EgressError extends Error {}

const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  ENOTFOUND: "the name of the host is not known",
  EAI_AGAIN: "the name of the host cannot be looked up",
  HPE_HEADER_OVERFLOW: "the headers of the answer are too long",
};

export function asEgressError(error: unknown, signal?: AbortSignal): EgressError {
  if (signal?.aborted && signal.reason instanceof EgressError) return signal.reason;
  if (error instanceof EgressError) return error;
  const code = codeOf(error);
  if (code.startsWith("HPE_")) return new EgressError(MESSAGES[code] ?? "the answer is not valid HTTP");
  const message = /CERT|TLS|SSL|VERIFY/.test(code) ? "the certificate is not valid" : "the request failed";
  return new EgressError(MESSAGES[code] ?? message);
}

/** The code of an error; if several addresses were tried, that of the first. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: readonly { code?: string }[] };
  return code ?? errors?.[0]?.code ?? "";
}
