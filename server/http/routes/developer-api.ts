/** The route of the developer API: `POST /developer/<method>`, without a credential, in developer mode alone. */
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import { call } from "../../methods/engine/call.ts";
import type { Deps } from "../../methods/engine/deps.ts";
import type { Registry } from "../../methods/engine/registry.ts";
import { isForeignPage } from "../authentication/same-origin.ts";
import { withCookie } from "../authentication/session-response.ts";
import { callerErrorResponse } from "../error-response.ts";
import { disconnectSignal } from "../disconnect-signal.ts";
import { readMethodCall } from "../method-body.ts";
import { readMethodPath, type MethodPath } from "../method-path.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";

const PREFIX = "/developer/";

/** The worlds on which calls of the developer API run. */
export interface DeveloperWorlds {
  /** What the calls about the worlds themselves need. */
  readonly deps: Deps;
  /** Runs a call on the world of this name, or the main one; answers 404 if there is none. */
  run(world: string | undefined, trace_id: string, work: (deps: Deps) => Promise<ApiResponse>): Promise<ApiResponse>;
}

export function developerRoute(worlds: DeveloperWorlds, methods: Registry): RouteHandler {
  return (request) => {
    const { req, url } = request;
    // The pages of the web client below this path are read by GET.
    if (req.method === "GET" || req.method === "HEAD") return undefined;
    const path = readMethodPath(url, PREFIX);
    return path && handle(worlds, methods, path, request);
  };
}

async function handle(
  worlds: DeveloperWorlds,
  methods: Registry,
  { name, query }: MethodPath,
  request: RouteRequest,
): Promise<ApiResponse> {
  const { req, trace_id } = request;
  const method = methods.get(name);
  if (!method) return failure(404, "method not found", trace_id);
  if (req.method !== "POST") return { ...failure(405, "use POST", trace_id), allow: "POST" };
  if (isForeignPage(req.headers)) return failure(403, "the request comes from another site's page", trace_id);
  try {
    const raw = await readMethodCall(method, req, query, worlds.deps.settings.limits, null);
    const signal = method.effect === "wait" ? disconnectSignal(request) : undefined;
    const run = async (deps: Deps) =>
      withCookie(deps, req, await call(deps, method, undefined, raw, { trace_id, signal }));
    if (method.isAboutWorlds) return await run(worlds.deps);
    const world = raw.params.get("world");
    return await worlds.run(typeof world === "string" && world !== "" ? world : undefined, trace_id, run);
  } catch (error) {
    return callerErrorResponse(error, trace_id);
  }
}
