/** Logs failed calls and failed deliveries of webhooks: at level info, without bodies and credentials. */
import type { ClientAddress } from "../http/client-address.ts";
import { shownSentence, type FailedCall } from "../http/failed-call.ts";
import type { Delivery, DeliveryFailure } from "../live/webhooks/delivery.ts";
import type { Log } from "../operations/log.ts";
import { hideCredentials } from "../domain/hide-tokens.ts";
import type { FailureLog, FailureSource } from "../operations/failure-log.ts";

const SIGN_INS: ReadonlySet<string | undefined> = new Set(["signIn", "signInPasskey"]);
/** Wrong user name or password, a deactivated account, too many attempts. */
const SIGN_IN_REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

interface FailedCallDeps {
  readonly failures: FailureLog;
  readonly clientAddress: ClientAddress;
  /** The declared name of a method, however it is spelt; `undefined` for any other text of the caller's. */
  readonly methodName: (name: string) => string | undefined;
}

/** Logs calls that were answered with a status from 400 on. */
export function failedCallLogger(deps: FailedCallDeps) {
  const { failures, clientAddress } = deps;
  return (call: FailedCall): void => {
    const { api, status, body, caller, from } = call;
    const error = shownSentence(body);
    // Probes, and pages that do not exist.
    if (api === "other" && error === "") return;
    const client = from && clientAddress(from);
    const account_id = caller?.account_id;
    const isSignIn = SIGN_INS.has(caller?.method) && SIGN_IN_REFUSALS.has(status);
    const source: FailureSource = isSignIn
      ? { kind: "sign-in", name: client?.network ?? "" }
      : account_id === undefined
        ? { kind: "anonymous", name: client?.network ?? "" }
        : { kind: "account", name: account_id };
    failures.note(source, String(status), isSignIn ? "a sign-in failed" : "a call failed", () =>
      factsOf(deps, call, error),
    );
  };
}

/** Logs calls that were answered without a failure. @returns `undefined` if the log does not show them */
export function callLogger(log: Log, deps: FailedCallDeps): ((call: FailedCall) => void) | undefined {
  if (!log.isLevelEnabled("debug")) return undefined;
  return (call) => log.debug(factsOf(deps, call, ""), "a call was answered");
}

function factsOf({ clientAddress, methodName }: FailedCallDeps, call: FailedCall, error: string): object {
  const { api, status, trace_id, caller, from } = call;
  return {
    trace_id,
    api,
    method: caller && methodName(caller.method),
    status,
    error: error === "" ? undefined : error,
    account_id: caller?.account_id,
    duration_ms: rounded(caller?.duration_ms),
    client: from && clientAddress(from).address,
  };
}

/** Logs deliveries that webhooks have taken. @returns `undefined` if the log does not show them */
export function deliveryLogger(log: Log): ((delivery: Delivery) => void) | undefined {
  if (!log.isLevelEnabled("debug")) return undefined;
  return ({ bot_id, duration_ms, ...facts }) =>
    log.debug({ ...facts, account_id: bot_id, duration_ms: rounded(duration_ms) }, "a webhook took an update");
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
