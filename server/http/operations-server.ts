/** The second listener, for operators: `/metrics`, `/healthz` and `/readyz`, which also answers before the service has started. */
import { createServer, type Server } from "node:http";
import { failure } from "../methods/engine/api-response.ts";
import { errorResponse } from "./error-response.ts";
import { COMMON_HEADERS } from "./security-headers.ts";
import type { RouteHandler } from "./server.ts";
import { writeResponse } from "./write-response.ts";

/** Probes and a few programs that read metrics. */
const MAX_CONNECTIONS = 100;
const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_MS = 10_000;
/** Reading metrics takes a second at most. */
const SILENCE_MS = 30_000;

export interface OperationsServerOptions {
  readonly route: RouteHandler;
  readonly makeTraceId: () => string;
  readonly onError: (error: unknown, trace_id: string) => void;
}

export function createOperationsServer({ route, makeTraceId, onError }: OperationsServerOptions): Server {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_MS }, (req, res) => {
    const trace_id = makeTraceId();
    for (const name in COMMON_HEADERS) res.setHeader(name, COMMON_HEADERS[name]!);
    req.resume();
    const response = route({ req, res, url: req.url ?? "/", trace_id });
    if (!response) {
      writeResponse(res, failure(404, "there is nothing at this address", trace_id), trace_id);
      return;
    }
    response.then(
      (answer) => {
        if (answer !== "done") writeResponse(res, answer, trace_id);
      },
      (error: unknown) => {
        onError(error, trace_id);
        writeResponse(res, errorResponse(error, trace_id), trace_id);
      },
    );
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = SILENCE_MS;
  return server;
}
