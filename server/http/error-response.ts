/** Responses to errors that no method has turned into one: those of the caller, and those of the service. */
import { NoSpace, FilesUnavailable } from "../media/upload.ts";
import { TooManyRequests } from "../domain/too-many-requests.ts";
import {
  failure,
  filesUnavailable,
  internalError,
  noRoomForFiles,
  serviceUnavailable,
  tooManyRequests,
  type ApiResponse,
} from "../methods/engine/api-response.ts";
import { StoreUnavailable } from "../store/db.ts";
import { BodyError } from "./body/body-error.ts";

/** The response to a request that cannot be read, or whose caller must wait. @throws the error if it is another one */
export function callerErrorResponse(error: unknown, trace_id: string): ApiResponse {
  if (error instanceof BodyError) return failure(error.code, error.message, trace_id);
  if (error instanceof TooManyRequests) return tooManyRequests(error.retry_after_s, trace_id);
  throw error;
}

/** The response to any other error that a call has thrown. */
export function errorResponse(error: unknown, trace_id: string): ApiResponse {
  if (error instanceof StoreUnavailable) return serviceUnavailable(error.in_doubt, trace_id);
  if (error instanceof FilesUnavailable) return filesUnavailable(trace_id);
  if (error instanceof NoSpace) return noRoomForFiles(trace_id);
  return internalError(trace_id);
}
