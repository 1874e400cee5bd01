/** Observes calls: those of bots for the pages of their owners, and all for the log of the developer console. */
import type { ObservedCall } from "../activity/calls.ts";
import type { CallApi } from "../developer/calls/call-log.ts";
import type { ApiResponse } from "../methods/engine/api-response.ts";
import { errorResponse } from "./error-response.ts";
import { attribute, FIRST_FAILURE } from "./failed-call.ts";
import type { ApiDeps } from "./routes/api-deps.ts";

/** Begins the observation of a call of a bot. */
export function observeBot(
  { activity, developerConsole, methods }: Pick<ApiDeps, "activity" | "developerConsole" | "methods">,
  api: Exclude<CallApi, "person">,
  method: string,
  trace_id: string,
): ObservedCall {
  // A call that is refused before its method is looked at is logged under the documented name, too.
  const logged = developerConsole.logs?.calls.begin(api, methods.get(method.toLowerCase())?.name ?? method, trace_id);
  return activity.calls.ofBot(api, trace_id, method, logged);
}

/** Begins the observation of a call of a person. Only the log of developer mode keeps it. */
export function observePerson(
  { activity, developer }: Pick<ApiDeps, "activity" | "developer">,
  method: string,
  trace_id: string,
  isOfConsole: boolean,
): ObservedCall {
  const logged = developer?.calls.begin("person", method, trace_id, isOfConsole);
  return activity.calls.ofPerson(trace_id, method, logged);
}

/**
 * Ends the observation of a call with its response.
 * @param logsAll - whether the log shows calls that succeed, too
 * @throws whatever the call throws, which is recorded as the status that it is answered with
 */
export async function observed(
  observation: ObservedCall,
  call: Promise<ApiResponse>,
  logsAll: boolean,
): Promise<ApiResponse> {
  let response: ApiResponse;
  try {
    response = await call;
  } catch (error) {
    observation.end(errorResponse(error, "").status, "");
    attribute(error, observation.facts());
    throw error;
  }
  observation.end(response.status, response.body);
  if (logsAll || response.status >= FIRST_FAILURE) attribute(response, observation.facts());
  return response;
}
