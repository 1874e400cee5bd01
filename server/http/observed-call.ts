/** Ends the observation of a call with its response (developer mode). */
import type { CallObservation } from "../developer/calls/call-log.ts";
import type { ApiResponse } from "../methods/engine/api-response.ts";
import { StoreUnavailable } from "../store/db.ts";

/** @throws whatever the call throws, which is recorded as the status that it is answered with */
export async function observed(observation: CallObservation, call: Promise<ApiResponse>): Promise<ApiResponse> {
  let response: ApiResponse;
  try {
    response = await call;
  } catch (error) {
    observation.end(error instanceof StoreUnavailable ? 503 : 500, "");
    throw error;
  }
  observation.end(response.status, response.body);
  return response;
}
