/** Routes for operators: liveness (`/healthz`), readiness (`/readyz`) and metrics (`/metrics`). */
import type { ApiResponse } from "../../methods/engine/api-response.ts";
import type { Metrics } from "../../operations/metrics.ts";
import type { Readiness, Unready } from "../../operations/readiness.ts";
import { readyCheck, type Unreadiness } from "../ready-check.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import { findMeta } from "../../store/queries/service/counters.ts";
import type { RouteHandler } from "../server.ts";

interface OperationsDeps {
  readonly db: Db;
  readonly readiness: Readiness;
  readonly metrics: Metrics | undefined;
  /** Whether this node's heartbeat is recent: otherwise the others take over what it does alone. */
  readonly hasHeartbeat: () => Promise<boolean>;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Called with the reason why the service is not ready. */
  readonly onError: (error: unknown, trace_id: string) => void;
}

export function operationsRoute(deps: OperationsDeps): RouteHandler {
  const { metrics } = deps;
  const check = readyCheck({ check: () => checkStore(deps), after: deps.after });
  return ({ url, res, trace_id }) => {
    switch (url.split("?", 1)[0]) {
      case "/healthz":
        return Promise.resolve({ status: 200, body: '{"ok":true}' });
      case "/readyz":
        return ready(deps, check, trace_id);
      case "/metrics":
        return metrics?.text().then((text) => {
          res.writeHead(200, {
            "Content-Type": "text/plain; version=0.0.4",
            "Content-Length": Buffer.byteLength(text),
          });
          res.end(text);
          return "done" as const;
        });
      default:
        return undefined;
    }
  };
}

async function checkStore({ db, hasHeartbeat }: OperationsDeps): Promise<Unreadiness> {
  await db.read((tx) => findMeta(tx, "schema"));
  return (await hasHeartbeat()) ? undefined : "heartbeat";
}

async function ready(
  { readiness, onError }: OperationsDeps,
  check: () => Promise<Unreadiness>,
  trace_id: string,
): Promise<ApiResponse> {
  if (readiness.reasons.length > 0) return notReady(readiness.reasons);
  try {
    const reason = await check();
    return reason === undefined ? { status: 200, body: '{"ok":true}' } : notReady(readiness.including(reason));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    onError(error, trace_id);
    return notReady(readiness.including("database"));
  }
}

/** `reason` is the first of them, for probes that compare one word. */
function notReady(not_ready: readonly Unready[]): ApiResponse {
  return { status: 503, body: JSON.stringify({ ok: false, reason: not_ready[0]!.reason, not_ready }) };
}
