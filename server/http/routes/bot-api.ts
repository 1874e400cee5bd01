/** The route of the bot API: `/bot<token>/<method>` (interface.md, Common rules; behaviour.md §1). */
import type { Bot } from "../../domain/accounts.ts";
import { failure, type ApiResponse } from "../../methods/engine/api-response.ts";
import { call, type Caller } from "../../methods/engine/call.ts";
import { traitsOf, unauthorizedText } from "../../methods/engine/dialect.ts";
import type { Method } from "../../methods/engine/method.ts";
import type { Registry } from "../../methods/engine/registry.ts";
import type { ApiDeps } from "./api-deps.ts";
import type { BotAuthentication } from "../authentication/bot-authentication.ts";
import { readMethodCall, readSmallMethodCall, withinLimits } from "../method-body.ts";
import { LazyClient } from "../client-address.ts";
import type { Client } from "../../methods/engine/client.ts";
import type { RequestLine } from "../fast-path/request.ts";
import type { RawCall } from "../../methods/engine/raw-call.ts";
import type { ReadTx, Tx } from "../../store/db.ts";
import type { FastPathCall, RouteHandler } from "../server.ts";
import { callerErrorResponse } from "../error-response.ts";
import { disconnectSignal } from "../disconnect-signal.ts";
import { percentDecode } from "../percent-decoding.ts";
import { observeBot, observed } from "../observed-call.ts";
import { callWithFault } from "../call-fault.ts";
import type { ObservedCall } from "../../activity/calls.ts";

/** The parts of a bot API request target. */
export interface BotPath {
  readonly token: string;
  /** In lower case, as method names are case-insensitive. */
  readonly method: string;
  readonly query: string;
}

/** Parses `/bot<token>/<method>?<query>`; `undefined` for any other request target. */
export function readBotPath(url: string): BotPath | undefined {
  if (!url.startsWith("/bot")) return undefined;
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? "" : url.slice(mark + 1);
  const slash = path.indexOf("/", 4);
  if (slash < 0) return { token: percentDecode(path.slice(4)), method: "", query };
  return {
    token: percentDecode(path.slice(4, slash)),
    method: percentDecode(path.slice(slash + 1).replace(/\/$/, "")).toLowerCase(),
    query,
  };
}

export interface BotApiDeps extends ApiDeps {
  readonly botAuthentication: BotAuthentication;
  /** The account of the assistant, and its methods besides those of all bots. */
  readonly assistant: {
    readonly id: number;
    readonly methods: Registry;
    /** Keeps the lease of the assistant until the transaction ends. @returns false if another node may have it */
    readonly keepLease: (tx: Tx) => Promise<boolean>;
  };
}

/** A request of a bot, from `node:http` or from the fast path. */
export interface BotRequest {
  readonly verb: string;
  readonly path: BotPath;
  readonly trace_id: string;
  readonly client: Client;
  /** Reads the parameters that the method needs, or all of them while the method is not known. @throws BodyError */
  readonly read: (method: Method | undefined, bot: Bot) => RawCall | Promise<RawCall>;
  /** Makes a signal that aborts when the client disconnects before its response. */
  readonly disconnected: () => AbortSignal;
}

/** The route for requests that `node:http` reads. */
export function botApiRoute(deps: BotApiDeps): RouteHandler {
  return (request) => {
    const { req, trace_id } = request;
    const path = readBotPath(request.url);
    if (!path) return undefined;
    const read = (method: Method | undefined, bot: Bot) =>
      readMethodCall(method, req, path.query, deps.settings.limits, deps.uploadsOf(bot), deps.memoryOf(bot));
    return handleBotRequest(deps, {
      verb: req.method!,
      path,
      trace_id,
      client: new LazyClient(deps.clientAddress, req),
      read,
      disconnected: () => disconnectSignal(request),
    });
  };
}

/** The same for requests that the fast path reads. */
export function botApiFastPath(deps: BotApiDeps) {
  const paths = new WeakMap<RequestLine, BotPath>();
  return ({ request, from, disconnected, trace_id }: FastPathCall): Promise<ApiResponse> => {
    const { line: first, content_type, body } = request;
    let path = paths.get(first);
    if (!path) paths.set(first, (path = readBotPath(first.url)!));
    const read = (method: Method | undefined) => readSmallMethodCall(method, path.query, content_type, body);
    return handleBotRequest(deps, {
      verb: first.verb,
      path,
      trace_id,
      client: new LazyClient(deps.clientAddress, from),
      read,
      disconnected,
    });
  };
}

/** Handles one request of a bot. @throws only unexpected errors */
export function handleBotRequest(deps: BotApiDeps, request: BotRequest): Promise<ApiResponse> {
  const observation = observeBot(deps, "bot", request.path.method, request.trace_id);
  return observed(observation, respond(deps, request, observation), deps.logsCalls);
}

function respond(deps: BotApiDeps, request: BotRequest, observation: ObservedCall): Promise<ApiResponse> {
  const handle = request.path.method === "" ? handleMethodParameter : handleMethod;
  return handle(deps, request, observation);
}

/** Without a method in the path, the parameter `method` in the query or the body names it (behaviour.md §1). */
async function handleMethodParameter(
  deps: BotApiDeps,
  request: BotRequest,
  observation: ObservedCall,
): Promise<ApiResponse> {
  const { path, trace_id } = request;
  // The body of an unauthenticated request is not read.
  const bot = await deps.botAuthentication.authenticate(path.token);
  if (!bot) return failure(401, unauthorizedText(path.token, deps.app.dialect), trace_id);
  let raw: RawCall;
  try {
    raw = await request.read(undefined, bot);
  } catch (error) {
    return callerErrorResponse(error, trace_id);
  }
  const named = raw.params.get("method");
  const method = typeof named === "string" ? named.toLowerCase() : "";
  const read = (declared: Method | undefined) => withinLimits(declared, raw, deps.settings.limits);
  try {
    return await handleMethod(deps, { ...request, path: { ...path, method }, read }, observation);
  } finally {
    for (const file of raw.files.values()) await deps.media.drop(file.upload);
  }
}

async function handleMethod(deps: BotApiDeps, request: BotRequest, observation: ObservedCall): Promise<ApiResponse> {
  const { path, trace_id } = request;
  const { botAuthentication } = deps;
  const common = deps.methods.get(path.method);
  // Methods that wait run outside a transaction, so a cached token would not be checked again.
  const bot =
    (common && common.effect !== "wait" ? botAuthentication.cached(path.token) : undefined) ??
    (await botAuthentication.authenticate(path.token));
  if (!bot) return failure(401, unauthorizedText(path.token, deps.app.dialect), trace_id);
  const method = common ?? (bot.id === deps.assistant.id ? deps.assistant.methods.get(path.method) : undefined);
  observation.caller(bot.id, method?.name ?? path.method);
  const dialect = bot.dialect ?? deps.app.dialect;
  if (!method) return failure(404, traitsOf(dialect).noSuchMethod(path.method), trace_id);
  const refused = checkVerb(method, request.verb, traitsOf(dialect).mediaByGet, trace_id);
  if (refused) return refused;
  try {
    const raw = await request.read(method, bot);
    observation.parameters(raw.params, raw.files);
    const caller: Caller = { account: bot, dialect, reload: reloadBot(deps, path.token, bot) };
    const run = () =>
      call(deps, method, caller, raw, {
        trace_id,
        // The assistant acts for people, whose address it does not know.
        client: bot.id === deps.assistant.id ? undefined : request.client,
        signal: method.effect === "wait" ? request.disconnected() : undefined,
      });
    if (!deps.developer?.faults.has("calls")) return await run();
    return await callWithFault(deps, deps.developer.faults, { bot, method, raw, observation, ...request }, run);
  } catch (error) {
    return callerErrorResponse(error, trace_id);
  }
}

/** Calls of the assistant are fenced besides: the node that takes over waits for those whose transaction has begun. */
function reloadBot({ botAuthentication, assistant }: BotApiDeps, token: string, bot: Bot): Caller["reload"] {
  const reload = (tx: ReadTx) => botAuthentication.reload(tx, token, bot);
  if (bot.id !== assistant.id) return reload;
  return async (tx, write_tx) => (write_tx && !(await assistant.keepLease(write_tx)) ? undefined : reload(tx));
}

/** GET and POST for all methods, POST alone for those that send media (interface.md, Common rules). */
function checkVerb(method: Method, verb: string, mediaByGet: boolean, trace_id: string): ApiResponse | undefined {
  const getAllowed = !method.postOnly || mediaByGet;
  if (verb === "POST" || (verb === "GET" && getAllowed)) return undefined;
  const allow = getAllowed ? "GET, POST" : "POST";
  return { ...failure(405, `use ${allow.replace(",", " or")}`, trace_id), allow };
}
