/** Calls of the workload, with what is known of their outcome. */
import type { Json } from "../../support/json.ts";
import type { Outcome } from "../history.ts";

export interface CallOptions {
  readonly access_token?: string;
  readonly key?: string;
  readonly limit_ms?: number;
  readonly signal?: AbortSignal;
}

/** Longer than any fault lasts, so that most calls learn their outcome. */
const LIMIT_MS = 12_000;

/** The words of a 503 whose transaction may have been committed (behaviour.md §1). */
const IN_DOUBT = "it may have been made";

/**
 * Calls a method. An answer of the service that is no success says that nothing was done, except a 503 in doubt; a failed
 * connection and an answer of a balancer say nothing.
 */
export async function tryCall(url: string, params: object | FormData, options: CallOptions = {}): Promise<Outcome> {
  const { access_token, key, limit_ms = LIMIT_MS, signal } = options;
  const limit = AbortSignal.timeout(limit_ms);
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: params instanceof FormData ? params : JSON.stringify(params),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      headers: {
        ...(params instanceof FormData ? {} : { "content-type": "application/json" }),
        ...(access_token === undefined ? {} : { authorization: `Bearer ${access_token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
    });
    const body: Json = await answer.json();
    if (body.ok === true) return { how: "ok", result: body.result };
    const why = `${answer.status} ${body.description}`;
    const isKnown = answer.status < 500 || (answer.status === 503 && !why.includes(IN_DOUBT));
    return { how: isKnown ? "refused" : "unknown", why };
  } catch (error) {
    const { name, message, cause } = error as Error;
    return { how: "unknown", why: `${name}: ${cause instanceof Error ? cause.message : message}` };
  }
}
