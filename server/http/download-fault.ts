/** Downloads of bots to which a fault rule of developer mode applies. */
import type { FaultRules } from "../developer/faults/fault-rules.ts";
import type { ApiResponse } from "../methods/engine/api-response.ts";
import { errorResponse, RESET } from "./call-fault.ts";
import { disconnectSignal } from "./disconnect-signal.ts";
import type { RouteRequest } from "./server.ts";

type Done = Promise<ApiResponse | "done">;

/**
 * Answers a download with the fault of the first rule that applies to it. A download changes nothing, so that `before` and
 * `after` are the same.
 * @param serve - sends the file, or its first bytes before the connection is closed
 */
export async function downloadWithFault(
  faults: FaultRules,
  bot_id: number,
  request: RouteRequest,
  serve: (cut_at?: number) => Done,
): Done {
  const fault = await faults.ofDownload(bot_id);
  if (!fault) return serve();
  const { effect, error, cut_bytes } = fault.rule;
  if ((await fault.hold(disconnectSignal(request))) !== "continue" || effect === "reset") return RESET;
  return effect === "error" ? errorResponse(error!, request.trace_id) : serve(cut_bytes);
}
