/** The route of the developer console: `POST /developer/<method>` for owners of the service (behaviour.md §6). */
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import { call } from "../../methods/engine/call.ts";
import type { Method } from "../../methods/engine/method.ts";
import type { Registry } from "../../methods/engine/registry.ts";
import { authenticateCaller } from "../authentication/user-authentication.ts";
import { withoutCookie } from "../authentication/session-response.ts";
import { callerErrorResponse } from "../error-response.ts";
import { disconnectSignal } from "../disconnect-signal.ts";
import { readMethodCall } from "../method-body.ts";
import { readMethodPath } from "../method-path.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";
import type { ApiDeps } from "./api-deps.ts";

const PREFIX = "/developer/";

/**
 * Reads what is recorded while the console is on. The credential is that of the user API: an access token, or the
 * cookie in a request of the service's own pages.
 * @param methods - those that only read; at the addresses of others there is nothing
 */
export function consoleRoute(deps: ApiDeps, methods: Registry): RouteHandler {
  return (request) => {
    const { req, url } = request;
    const path = req.method === "POST" ? readMethodPath(url, PREFIX) : undefined;
    const method = path && methods.get(path.name);
    return method && handle(deps, method, path.query, request);
  };
}

async function handle(deps: ApiDeps, method: Method, query: string, request: RouteRequest): Promise<ApiResponse> {
  const { req, trace_id } = request;
  const caller = await authenticateCaller(deps, req);
  if (caller === "cross-site") return failure(403, "the request comes from another site's page", trace_id);
  if (!caller) return withoutCookie(deps, req, failure(401, "Unauthorized", trace_id));
  try {
    const raw = await readMethodCall(method, req, query, deps.settings.limits, null);
    const signal = method.effect === "wait" ? disconnectSignal(request) : undefined;
    return await call(deps, method, caller, raw, { trace_id, signal });
  } catch (error) {
    return callerErrorResponse(error, trace_id);
  }
}
