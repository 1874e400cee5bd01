/** Logs failed calls and failed deliveries of webhooks: at level info, without bodies and credentials. */
import type { ClientAddress } from "../http/client-address.ts";
import { shownSentence, type FailedCall } from "../http/failed-call.ts";
import type { DeliveryFailure } from "../live/webhooks/delivery.ts";
import { hideCredentials } from "../domain/hide-tokens.ts";
import type { FailureLog, FailureSource } from "../operations/failure-log.ts";

const SIGN_IN = "signIn";
/** Wrong user name or password, a deactivated account, too many attempts. */
const SIGN_IN_REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

interface FailedCallDeps {
  readonly failures: FailureLog;
  readonly clientAddress: ClientAddress;
  /** The declared name of a method, however it is spelt; `undefined` for any other text of the caller's. */
  readonly methodName: (name: string) => string | undefined;
}

/** Logs calls that were answered with a status from 400 on. */
export function failedCallLogger({ failures, clientAddress, methodName }: FailedCallDeps) {
  return ({ api, status, body, trace_id, caller, from }: FailedCall): void => {
    const error = shownSentence(body);
    // Probes, and pages that do not exist.
    if (api === "other" && error === "") return;
    const client = from && clientAddress(from);
    const account_id = caller?.account_id;
    const isSignIn = caller?.method === SIGN_IN && SIGN_IN_REFUSALS.has(status);
    const source: FailureSource = isSignIn
      ? { kind: "sign-in", name: client?.network ?? "" }
      : account_id === undefined
        ? { kind: "anonymous", name: client?.network ?? "" }
        : { kind: "account", name: account_id };
    failures.note(source, String(status), isSignIn ? "a sign-in failed" : "a call failed", () => ({
      trace_id,
      api,
      method: caller && methodName(caller.method),
      status,
      error: error === "" ? undefined : error,
      account_id,
      duration_ms: rounded(caller?.duration_ms),
      client: client?.address,
    }));
  };
}

/** Logs what has gone wrong with updates on their way to webhooks. */
export function deliveryFailureLogger(failures: FailureLog) {
  return ({ bot_id, error, duration_ms, ...facts }: DeliveryFailure): void =>
    failures.note({ kind: "account", name: `webhook ${bot_id}` }, "webhook", "a webhook delivery failed", () => ({
      ...facts,
      account_id: bot_id,
      error: hideCredentials(error),
      duration_ms: rounded(duration_ms),
    }));
}

function rounded(duration_ms: number | undefined): number | undefined {
  return duration_ms === undefined ? undefined : Math.round(duration_ms * 1000) / 1000;
}
