/** Recorded calls as the developer API shows them. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { shownParams, shownResponse, type RecordedCall } from "../../developer/calls/call-log.ts";
import { hideTokens } from "../../domain/hide-tokens.ts";
import { asJson } from "./log-pages.ts";

export function presentCall(call: RecordedCall, bodies: boolean): Wire.RecordedCall {
  const { id, revision, api, trace_id, at_ms, method, account_id, files, status } = call;
  const params = bodies ? shownParams(call) : null;
  const response = bodies ? shownResponse(call) : null;
  return {
    id,
    revision,
    api,
    trace_id,
    at_ms,
    method: hideTokens(method),
    ...(account_id === null ? {} : { account_id }),
    status,
    duration_ms: call.duration_ms,
    ...(call.is_of_console ? { of_console: true } : {}),
    ...(call.fault === null ? {} : { fault: call.fault }),
    ...(params !== null ? { params: asJson(params) } : {}),
    files: files.map(({ field, file_name, content_type, size }) => ({
      field,
      size,
      ...(file_name === null ? {} : { file_name }),
      ...(content_type === null ? {} : { content_type }),
    })),
    ...(response !== null ? { response: asJson(response) } : {}),
  };
}
