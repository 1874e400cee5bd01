/** Calls to which a fault rule of developer mode applies. */
import type { ObservedCall } from "../activity/calls.ts";
import type { FaultError } from "../developer/faults/fault.ts";
import type { AppliedFault, FaultRules } from "../developer/faults/fault-rules.ts";
import type { Bot } from "../domain/accounts.ts";
import { NO_RESPONSE, type ApiResponse } from "../methods/engine/api-response.ts";
import type { Method } from "../methods/engine/method.ts";
import type { RawCall } from "../methods/engine/raw-call.ts";
import { findUsername } from "../store/queries/accounts/accounts.ts";
import type { ApiDeps } from "./routes/api-deps.ts";

interface FaultedRequest {
  readonly bot: Bot;
  readonly method: Method;
  readonly raw: RawCall;
  readonly trace_id: string;
  readonly observation: ObservedCall;
  /** Makes a signal that aborts when the client disconnects before its response. */
  readonly disconnected: () => AbortSignal;
}

/** There is nobody to respond to, or nothing is to be said. */
export const RESET: ApiResponse = { status: NO_RESPONSE, body: "", transport: "reset" };

/** Carries a call out with the fault of the first rule that applies to it. */
export async function callWithFault(
  deps: ApiDeps,
  faults: FaultRules,
  request: FaultedRequest,
  run: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { bot, method, raw } = request;
  const fault = await faults.ofCall({
    bot_id: bot.id,
    method: method.name,
    params: raw.params,
    findUsername: (name) => deps.db.read((tx) => findUsername(tx, name)),
  });
  if (!fault) return run();
  request.observation.fault(fault.name);
  return fault.rule.when === "after" ? respondLate(fault, request, run) : respondEarly(deps, fault, request, run);
}

/** The call is carried out, and its response is delayed, replaced or lost. */
async function respondLate(
  fault: AppliedFault,
  { trace_id, disconnected }: FaultedRequest,
  run: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const response = await run();
  const { effect, error, cut_bytes } = fault.rule;
  if ((await fault.hold(disconnected())) !== "continue") return { ...response, transport: "reset" };
  if (effect === "error") return errorResponse(error!, trace_id);
  if (effect === "reset") return { ...response, transport: "reset" };
  return effect === "cut" ? { ...response, transport: { cut_at: cut_bytes! } } : response;
}

/** The call is delayed or refused. What is refused, or whose client has left, is not carried out. */
async function respondEarly(
  deps: ApiDeps,
  fault: AppliedFault,
  { raw, trace_id, disconnected }: FaultedRequest,
  run: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { effect, error } = fault.rule;
  const end = await fault.hold(disconnected());
  if (end === "continue" && (effect === "delay" || effect === "hang")) return run();
  for (const { upload } of raw.files.values()) await deps.media.drop(upload);
  return end === "continue" && effect === "error" ? errorResponse(error!, trace_id) : RESET;
}

/** The envelope of the service itself. */
export function errorResponse({ error_code, retry_after, ...rest }: FaultError, trace_id: string): ApiResponse {
  const { description, parameters } = rest;
  const body = { ok: false, error_code, description, parameters, trace_id };
  return {
    status: error_code,
    body: JSON.stringify(body),
    ...(retry_after === undefined ? {} : { retry_after }),
  };
}
