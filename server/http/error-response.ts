/** Responses to errors that no method has turned into one. */
import { NoSpace, FilesUnavailable } from "../media/upload.ts";
import {
  filesUnavailable,
  internalError,
  noRoomForFiles,
  serviceUnavailable,
  type ApiResponse,
} from "../methods/engine/api-response.ts";
import { StoreUnavailable } from "../store/db.ts";

/** The response to an error that a call has thrown. */
export function errorResponse(error: unknown, trace_id: string): ApiResponse {
  if (error instanceof StoreUnavailable) return serviceUnavailable(error.in_doubt, trace_id);
  if (error instanceof FilesUnavailable) return filesUnavailable(trace_id);
  if (error instanceof NoSpace) return noRoomForFiles(trace_id);
  return internalError(trace_id);
}
