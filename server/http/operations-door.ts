/** What operators' machines ask: is the process alive, is it ready, how does it do. */
import type { Answer } from "../methods/answer.ts";
import type { Metrics } from "../operations/metrics.ts";
import { StoreUnavailable, type Db } from "../store/db.ts";
import type { Door } from "./server.ts";

export function operationsDoor(db: Db, state: { readonly draining: boolean }, metrics: Metrics | undefined): Door {
  return ({ url, res }) => {
    switch (url.split("?", 1)[0]) {
      case "/healthz":
        return Promise.resolve({ status: 200, body: '{"ok":true}' });
      case "/readyz":
        return ready(db, state);
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

async function ready(db: Db, state: { readonly draining: boolean }): Promise<Answer> {
  if (state.draining) return { status: 503, body: '{"ok":false,"reason":"draining"}' };
  try {
    await db.read((tx) => tx.get("select 1 as one"));
    return { status: 200, body: '{"ok":true}' };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return { status: 503, body: '{"ok":false,"reason":"database"}' };
  }
}
