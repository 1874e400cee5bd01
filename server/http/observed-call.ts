/** Observes the calls of bots: for the pages of their owners, and for the log of the developer console. */
import type { CallObservation } from "../activity/call-observation.ts";
import type { CallApi } from "../developer/calls/call-log.ts";
import type { ApiResponse } from "../methods/engine/api-response.ts";
import { errorResponse } from "./error-response.ts";
import type { ApiDeps } from "./routes/api-deps.ts";

/** Begins the observation of a call of a bot. */
export function observeBot(
  { activity, developerConsole, methods }: Pick<ApiDeps, "activity" | "developerConsole" | "methods">,
  api: CallApi,
  method: string,
  trace_id: string,
): CallObservation {
  const observation = activity.calls.begin(trace_id);
  const { logs } = developerConsole;
  if (!logs) return observation;
  // A call that is refused before its method is looked at is recorded under the documented name, too.
  return both(observation, logs.calls.begin(api, methods.get(method.toLowerCase())?.name ?? method, trace_id));
}

function both(one: CallObservation, other: CallObservation): CallObservation {
  return {
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
export async function observed(observation: CallObservation, call: Promise<ApiResponse>): Promise<ApiResponse> {
  let response: ApiResponse;
  try {
    response = await call;
  } catch (error) {
    observation.end(errorResponse(error, "").status, "");
    throw error;
  }
  observation.end(response.status, response.body);
  return response;
}
