/** Routes for operators: liveness (`/healthz`), readiness (`/readyz`) and metrics (`/metrics`). */
import type { ApiResponse } from "../../methods/engine/api-response.ts";
import type { Metrics } from "../../operations/metrics.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import type { RouteHandler } from "../server.ts";

interface OperationsDeps {
  readonly db: Db;
  readonly state: { readonly draining: boolean };
  readonly metrics: Metrics | undefined;
  /** Whether this node's heartbeat is recent: otherwise the others take over what it does alone. */
  readonly hasHeartbeat: () => Promise<boolean>;
  /** Called with the reason why the service is not ready. */
  readonly onError: (error: unknown, trace_id: string) => void;
}

export function operationsRoute(deps: OperationsDeps): RouteHandler {
  const { metrics } = deps;
  return ({ url, res, trace_id }) => {
    switch (url.split("?", 1)[0]) {
      case "/healthz":
        return Promise.resolve({ status: 200, body: '{"ok":true}' });
      case "/readyz":
        return ready(deps, trace_id);
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

async function ready({ db, state, hasHeartbeat, onError }: OperationsDeps, trace_id: string): Promise<ApiResponse> {
  if (state.draining) return { status: 503, body: '{"ok":false,"reason":"draining"}' };
  try {
    await db.read((tx) => tx.get("select 1 as one"));
    if (!(await hasHeartbeat())) return { status: 503, body: '{"ok":false,"reason":"heartbeat"}' };
    return { status: 200, body: '{"ok":true}' };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    onError(error, trace_id);
    return { status: 503, body: '{"ok":false,"reason":"database"}' };
  }
}
