/** Observes the calls of bots: for the pages of their owners, and for the log of the developer console. */
import type { CallFacts, CallObservation } from "../activity/call-observation.ts";
import type { ObservedCall } from "../activity/calls.ts";
import type { CallApi } from "../developer/calls/call-log.ts";
import type { ApiResponse } from "../methods/engine/api-response.ts";
import { errorResponse } from "./error-response.ts";
import { attribute, FIRST_FAILURE } from "./failed-call.ts";
import type { ApiDeps } from "./routes/api-deps.ts";

/** Begins the observation of a call of a bot. */
export function observeBot(
  { activity, developerConsole, methods }: Pick<ApiDeps, "activity" | "developerConsole" | "methods">,
  api: CallApi,
  method: string,
  trace_id: string,
): ObservedCall {
  const observation = activity.calls.begin(trace_id, method);
  const { logs } = developerConsole;
  if (!logs) return observation;
  // A call that is refused before its method is looked at is recorded under the documented name, too.
  return both(observation, logs.calls.begin(api, methods.get(method.toLowerCase())?.name ?? method, trace_id));
}

/** Begins the observation of a call of a person. Only the log of the developer keeps it. */
export function observePerson(
  { developer, elapsed }: Pick<ApiDeps, "developer" | "elapsed">,
  method: string,
  trace_id: string,
  isOfConsole: boolean,
): ObservedCall {
  const call = new PersonCall(method, elapsed);
  return developer ? both(call, developer.calls.begin("person", method, trace_id, isOfConsole)) : call;
}

class PersonCall implements ObservedCall {
  readonly #elapsed: () => number;
  readonly #begun_ms: number;
  readonly #method: string;
  #account_id: number | undefined;

  constructor(method: string, elapsed: () => number) {
    this.#method = method;
    this.#elapsed = elapsed;
    this.#begun_ms = elapsed();
  }

  caller(account_id: number): void {
    this.#account_id = account_id;
  }

  facts(): CallFacts {
    return { account_id: this.#account_id, method: this.#method, duration_ms: this.#elapsed() - this.#begun_ms };
  }

  parameters(): void {}
  fault(): void {}
  end(): void {}
}

function both(one: ObservedCall, other: CallObservation): ObservedCall {
  return {
    facts: () => one.facts(),
    caller(account_id, method) {
      one.caller(account_id, method);
      other.caller(account_id, method);
    },
    parameters(params, files) {
      one.parameters(params, files);
      other.parameters(params, files);
    },
    fault(rule) {
      one.fault(rule);
      other.fault(rule);
    },
    end(status, body) {
      one.end(status, body);
      other.end(status, body);
    },
  };
}

/**
 * Ends the observation of a call with its response.
 * @throws whatever the call throws, which is recorded as the status that it is answered with
 */
export async function observed(observation: ObservedCall, call: Promise<ApiResponse>): Promise<ApiResponse> {
  let response: ApiResponse;
  try {
    response = await call;
  } catch (error) {
    observation.end(errorResponse(error, "").status, "");
    attribute(error, observation.facts());
    throw error;
  }
  observation.end(response.status, response.body);
  if (response.status >= FIRST_FAILURE) attribute(response, observation.facts());
  return response;
}
