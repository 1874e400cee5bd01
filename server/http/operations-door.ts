/** What operators' machines ask: is the process alive, is it ready, how does it do. */
import type { Answer } from "../methods/answer.ts";
import type { Metrics } from "../operations/metrics.ts";
import { StoreUnavailable, type Db } from "../store/db.ts";
import type { Door } from "./server.ts";

interface OperationsDeps {
  readonly db: Db;
  readonly state: { readonly draining: boolean };
  readonly metrics: Metrics | undefined;
  /** Told why the service is not ready. */
  readonly onFault: (error: unknown, trace_id: string) => void;
}

export function operationsDoor(deps: OperationsDeps): Door {
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

async function ready({ db, state, onFault }: OperationsDeps, trace_id: string): Promise<Answer> {
  if (state.draining) return { status: 503, body: '{"ok":false,"reason":"draining"}' };
  try {
    await db.read((tx) => tx.get("select 1 as one"));
    return { status: 200, body: '{"ok":true}' };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    onFault(error, trace_id);
    return { status: 503, body: '{"ok":false,"reason":"database"}' };
  }
}
