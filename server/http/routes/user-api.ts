/** The route of the user API: `POST /api/<method>`, for programs with an access token and browsers with a cookie. */
import type { IncomingMessage } from "node:http";
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import { call, type Caller } from "../../methods/engine/call.ts";
import type { Method } from "../../methods/engine/method.ts";
import { authenticateCaller } from "../authentication/user-authentication.ts";
import { compressor } from "../compression.ts";
import type { ApiDeps } from "./api-deps.ts";
import { BodyError } from "../body/body-error.ts";
import { disconnectSignal } from "../disconnect-signal.ts";
import { callerErrorResponse } from "../error-response.ts";
import { readMethodCall } from "../method-body.ts";
import { readMethodPath, type MethodPath } from "../method-path.ts";
import { isCrossSite, isUnderForeignName, pageOrigin } from "../authentication/same-origin.ts";
import type { RouteHandler, RouteRequest } from "../server.ts";
import { withCookie, withoutCookie } from "../authentication/session-response.ts";
import { observed, observePerson } from "../observed-call.ts";
import type { ObservedCall } from "../../activity/calls.ts";

const PREFIX = "/api/";
/** Which page of the web client has made the call, where that matters: `developer`. */
const PAGE_HEADER = "x-heliogram-page";
const KEY = /^[A-Za-z0-9_-]{8,64}$/;

/** The route of the user API. */
export function userApiRoute(deps: ApiDeps): RouteHandler {
  const compressed = compressor(deps.clientAddress);
  return (request) => {
    const path = readMethodPath(request.url, PREFIX);
    return path && handleUserRequest(deps, path, request).then((response) => compressed(request.req, response));
  };
}

/** A request of a person's client for a method that exists. */
interface PersonRequest {
  readonly method: Method;
  readonly query: string;
  readonly req: IncomingMessage;
  readonly trace_id: string;
  /** Aborts when the client leaves. */
  readonly disconnected: () => AbortSignal;
  readonly observation: ObservedCall;
}

/** Handles one request of a person's client. @throws only unexpected errors */
async function handleUserRequest(
  deps: ApiDeps,
  { name, query }: MethodPath,
  routed: RouteRequest,
): Promise<ApiResponse> {
  const { req, trace_id } = routed;
  const method = deps.methods.get(name);
  if (!method) return failure(404, "method not found", trace_id);
  const isOfConsole = req.headers[PAGE_HEADER] === "developer";
  const observation = observePerson(deps, method.name, trace_id, isOfConsole);
  const disconnected = () => disconnectSignal(routed);
  const request = { method, query, req, trace_id, disconnected, observation };
  return observed(observation, respond(deps, request), deps.logsCalls);
}

async function respond(deps: ApiDeps, request: PersonRequest): Promise<ApiResponse> {
  const { method, req, trace_id } = request;
  if (req.method !== "POST") return { ...failure(405, "use POST", trace_id), allow: "POST" };
  if (method.access.scope === "anyone") {
    // Another site's page could otherwise make its visitors sign up here, each from an address of their own.
    if (isCrossSite(req.headers)) return crossSiteError(trace_id);
    if (isUnderForeignName(req.headers, deps.addresses.configured_url)) return foreignNameError(trace_id);
    return withCookie(deps, req, await callMethod(deps, undefined, request));
  }
  const caller = await authenticateCaller(deps, req);
  if (caller === "cross-site") return crossSiteError(trace_id);
  if (!caller) return withoutCookie(deps, req, failure(401, "Unauthorized", trace_id));
  request.observation.caller(caller.account.id, method.name);
  return withCookie(deps, req, await callMethod(deps, caller, request));
}

function crossSiteError(trace_id: string): ApiResponse {
  return failure(403, "the request comes from another site's page", trace_id);
}

function foreignNameError(trace_id: string): ApiResponse {
  return failure(403, "the page has another address than the service; open it at its public address", trace_id);
}

async function callMethod(deps: ApiDeps, caller: Caller | undefined, request: PersonRequest): Promise<ApiResponse> {
  const { method, query, req, trace_id, observation } = request;
  try {
    const idempotency_key = idempotencyKey(req);
    const uploads = caller ? deps.uploadsOf(caller.account) : null;
    const raw = await readMethodCall(
      method,
      req,
      query,
      deps.settings.limits,
      uploads,
      caller && deps.memoryOf(caller.account),
    );
    observation.parameters(raw.params, raw.files);
    const address = caller && addressFor(deps, caller, req);
    const client = deps.clientAddress(req);
    const signal = method.polls === true ? request.disconnected() : undefined;
    return await call(deps, method, caller, raw, { trace_id, idempotency_key, signal, client, address });
  } catch (error) {
    return callerErrorResponse(error, trace_id);
  }
}

/** The address of the service as this caller knows it. */
function addressFor({ addresses }: ApiDeps, { account }: Caller, { headers }: IncomingMessage): string {
  return addresses.forCaller(account.id, pageOrigin(headers, addresses.public_url));
}

/** The `Idempotency-Key` header. @throws BodyError for a malformed one: without its key, a repeated send would be another message */
function idempotencyKey(req: IncomingMessage): string | undefined {
  const key = req.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key === "string" && KEY.test(key)) return key;
  throw new BodyError(400, "the header Idempotency-Key must have 8 to 64 letters, digits, hyphens or underscores");
}
