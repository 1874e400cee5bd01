/** Routes for operators: liveness (`/healthz`), readiness (`/readyz`) and metrics (`/metrics`). */
import type { ApiResponse } from "../../methods/engine/api-response.ts";
import type { Metrics } from "../../operations/metrics.ts";
import type { Readiness, Unready } from "../../operations/readiness.ts";
import { readyCheck, type Unreadiness } from "../ready-check.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import { findMeta } from "../../store/queries/service/counters.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";

/** The parts of a service that the routes ask. */
export interface OperatedService {
  readonly db: Db;
  readonly metrics: Metrics;
  /** Whether this node's heartbeat is recent: otherwise the others take over what it does alone. */
  readonly hasHeartbeat: () => Promise<boolean>;
}

export interface OperationsDeps {
  /** Returns the present service; `undefined` while it starts. */
  readonly service: () => OperatedService | undefined;
  readonly readiness: Readiness;
  readonly servesMetrics: boolean;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Called with the reason why the service is not ready. */
  readonly onError: (error: unknown, trace_id: string) => void;
}

const OK: ApiResponse = { status: 200, body: '{"ok":true}' };

export function operationsRoute(deps: OperationsDeps): RouteHandler {
  const check = readyCheck({ check: () => checkStore(deps), after: deps.after });
  return (request) => {
    switch (request.url.split("?", 1)[0]) {
      case "/healthz":
        return Promise.resolve(OK);
      case "/readyz":
        return ready(deps, check, request.trace_id);
      case "/metrics":
        return deps.servesMetrics ? writeMetrics(deps, request) : undefined;
      default:
        return undefined;
    }
  };
}

async function writeMetrics({ service, readiness }: OperationsDeps, { res }: RouteRequest) {
  const metrics = service()?.metrics;
  if (!metrics) return notReady(readiness.reasons);
  const text = await metrics.text();
  res.writeHead(200, { "Content-Type": "text/plain; version=0.0.4", "Content-Length": Buffer.byteLength(text) });
  res.end(text);
  return "done" as const;
}

async function checkStore({ service }: OperationsDeps): Promise<Unreadiness> {
  const { db, hasHeartbeat } = service()!;
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
    return reason === undefined ? OK : notReady(readiness.including(reason));
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    onError(error, trace_id);
    return notReady(readiness.including("database"));
  }
}

/** `reason` is the first of them, for probes that compare one word. */
function notReady(not_ready: readonly Unready[]): ApiResponse {
  return { status: 503, body: JSON.stringify({ ok: false, reason: not_ready[0]?.reason, not_ready }) };
}
