/** The HTTP server: one listener, a list of routes, a trace id for every request. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, NO_RESPONSE, type ApiResponse } from "../methods/engine/api-response.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import { Connections, invalidRequestResponse, refuseTimedOut } from "./connections.ts";
import { answerPreflight, BOT_API_HEADERS, isOfBots } from "./cross-origin.ts";
import { COMMON_HEADERS } from "./security-headers.ts";
import { errorResponse } from "./error-response.ts";
import { callerOf, FIRST_FAILURE, type FailedCall } from "./failed-call.ts";
import { installFastPath, type FastPath } from "./fast-path/fast-path.ts";
import type { Requester } from "./client-address.ts";
import type { FastPathRequest } from "./fast-path/request.ts";
import { writeResponse } from "./write-response.ts";
import { markLate } from "./body/body-stream.ts";
import { hasBody } from "./body/read-call.ts";
import { enforceBodyDeadlines, type BodyDeadlines } from "./body-deadlines.ts";
import type { CallerTraces } from "./trace-id.ts";
import type { Span, Tracing } from "../operations/tracing.ts";
import type { TakeConnection } from "./take-connection.ts";
import { requestScheduler } from "./request-scheduler.ts";

/** A request as the routes get it. */
export interface RouteRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: string;
  readonly trace_id: string;
}

/**
 * Responds to a request, or returns `undefined` so that the next route is tried. "done": the route wrote the response
 * itself.
 */
export type RouteHandler = (request: RouteRequest) => Promise<ApiResponse | "done"> | undefined;

/** A request that the fast path has read. */
export interface FastPathCall {
  readonly request: FastPathRequest;
  readonly from: Requester;
  /** Makes a signal that aborts when the client disconnects before its response. */
  readonly disconnected: () => AbortSignal;
  readonly trace_id: string;
}

export interface HttpOptions {
  readonly routes: readonly RouteHandler[];
  readonly makeTraceId: () => string;
  readonly traces: CallerTraces;
  /** `undefined` where nobody has registered an SDK of OpenTelemetry. */
  readonly tracing: Tracing | undefined;
  /** Whether the service is shutting down. */
  readonly isDraining: () => boolean;
  /**
   * Called with each error that is not the caller's, before the response: 503 where the store is unavailable, otherwise
   * 500.
   */
  readonly onError: (error: unknown, trace_id: string) => void;
  /** Called for every response. `api` is the value of the metric's label `api`. */
  readonly onResponse: (api: string, status: number) => void;
  /** Called for every response with a status from 400 on. */
  readonly onFailure: (failed: FailedCall) => void;
  /** Called for every other response, where the log shows all. */
  readonly onSuccess: ((call: FailedCall) => void) | undefined;
  readonly header_bytes: number;
  /** Whether connections may be upgraded at this address. */
  readonly isStream: (url: string) => boolean;
  /** Handles plain requests of bots. Without it `node:http` reads everything. */
  readonly fastPath: ((call: FastPathCall) => Promise<ApiResponse>) | undefined;
  /** The value of the `Date` header. */
  readonly date: () => string;
  readonly deadlines: Deadlines;
  readonly limits: ConnectionLimits;
  /** Calls back when the event loop has handled everything else that is due. */
  readonly defer: (fire: () => void) => void;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}

/** How long clients may take. */
export interface Deadlines extends BodyDeadlines {
  /** To send the head of a request. */
  readonly headers_ms: number;
  /** To send a whole request; 0 for no limit. */
  readonly request_ms: number;
  /** Between a response and the next request. */
  readonly keep_alive_ms: number;
  /** Without progress in either direction, unless the service has a response to prepare. */
  readonly silence_ms: number;
  /** How often the first two are checked. */
  readonly check_ms: number;
}

export const DEADLINES: Deadlines = {
  headers_ms: 30_000,
  // A large upload over a slow line takes hours. Slow bodies are limited by their rate instead.
  request_ms: 0,
  keep_alive_ms: 75_000,
  silence_ms: 120_000,
  check_ms: 5000,
  body_window_ms: 10_000,
  // A kilobyte a second. The slowest lines in use are several times faster.
  body_window_bytes: 10_000,
  unread_body_ms: 60_000,
};

/** Headers of one request. Each takes memory beyond its bytes. */
const MAX_HEADERS = 100;

export interface HttpServer {
  readonly server: Server;
  /** Closes the connections without a response in progress. */
  closeIdle(): void;
  /** Passes on the connections without a request, also those that get there later. */
  passIdle(take: TakeConnection): void;
  /** Serves a connection on which another process has answered. */
  adopt(socket: Socket): void;
  /** Serves a new connection that another listener has accepted. */
  serve(socket: Socket): void;
  /** The responses to requests whose body is still arriving, and those that are being sent. */
  transfers(): readonly ServerResponse[];
  /** Accepts no connection any more. @returns when the last one is closed */
  close(): Promise<void>;
  /** Closes all connections. */
  closeAll(): void;
}

export function createHttpServer(options: HttpOptions): HttpServer {
  const { deadlines } = options;
  const server = createServer({
    maxHeaderSize: options.header_bytes,
    keepAliveTimeout: deadlines.keep_alive_ms,
    headersTimeout: deadlines.headers_ms,
    requestTimeout: deadlines.request_ms,
    connectionsCheckingInterval: deadlines.check_ms,
    noDelay: true,
    // A missing Host header is answered in the JSON envelope, like all errors (`dispatch`).
    requireHostHeader: false,
    // An upgrade may be ignored. Some clients ask every server for HTTP/2.
    shouldUpgradeCallback: (req) => options.isStream(req.url ?? "/") && !hasBody(req),
  });
  server.timeout = deadlines.silence_ms;
  // One more than is allowed: `node:http` drops what is beyond, and a request without some of its headers is another one.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // A half-closed connection still gets its responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  const schedule = requestScheduler(options.defer);
  const connections = new Connections(server, { ...options, schedule });
  const take = (req: IncomingMessage, res: ServerResponse) => {
    if (!connections.begin(res)) return;
    const url = req.url ?? "/";
    beginHead(res, url, options.isDraining());
    const traceparent = req.headers.traceparent as string | undefined;
    const span = beginSpan(options, apiLabelOf(url), traceparent);
    const trace_id = span?.trace_id ?? options.traces.idOf(traceparent, options.makeTraceId);
    connections.identify(res, trace_id);
    const onLate = () => {
      markLate(req);
      refuseTimedOut(server, req.socket);
    };
    if (!req.complete) enforceBodyDeadlines(req, res, { ...options, onLate });
    const request = { req, res, url, trace_id };
    void (span ? span.run(() => handle(options, request, span)) : handle(options, request, undefined));
  };
  server.on("request", take);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", take);
  const fastPath =
    options.fastPath && installFastPath(server, { ...fastPathOptions(options, options.fastPath), schedule });
  limitConnections(server, options.limits);
  const closeIdle = () => {
    fastPath?.closeIdle();
    connections.closeIdle();
  };
  const closeAll = () => {
    fastPath?.closeAll();
    connections.closeAll();
  };
  const passIdle = (pass: TakeConnection) => {
    fastPath?.passIdle(pass);
    connections.passIdle(pass);
  };
  const transfers = () => connections.transfers();
  return { server, closeIdle, closeAll, passIdle, transfers, ...adoption(server, options.limits, fastPath) };
}

/** Sets headers before any route runs, so that responses which routes write themselves have them too. */
function beginHead(res: ServerResponse, url: string, isDraining: boolean): void {
  if (isDraining) res.shouldKeepAlive = false;
  for (const name in COMMON_HEADERS) res.setHeader(name, COMMON_HEADERS[name]!);
  if (isOfBots(url)) for (const name in BOT_API_HEADERS) res.setHeader(name, BOT_API_HEADERS[name]!);
}

/** `node:net` counts only the connections that a server has accepted itself. */
function adoption(server: Server, limits: ConnectionLimits, fastPath: FastPath | undefined) {
  const adopted = new Set<Promise<unknown>>();
  const count = (socket: Socket) => {
    const closed = new Promise((done) => socket.once("close", done));
    adopted.add(closed);
    void closed.then(() => adopted.delete(closed));
  };
  return {
    serve(socket: Socket): void {
      count(socket);
      server.emit("connection", socket);
    },
    adopt(socket: Socket): void {
      // An emitted connection is counted by the listener.
      if (fastPath && !limits.accept(socket)) return;
      count(socket);
      if (fastPath) fastPath.adopt(socket);
      else server.emit("connection", socket);
    },
    async close(): Promise<void> {
      await new Promise((done) => server.close(done));
      await Promise.all(adopted);
    },
  };
}

/** Closes new connections beyond the limits. */
function limitConnections(server: Server, limits: ConnectionLimits): void {
  const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (limits.accept(socket)) for (const listen of listeners) listen.call(server, socket);
  });
}

/** Makes the fast path handle, log and count requests in the same way as `handle`. */
function fastPathOptions(
  options: HttpOptions,
  fastPath: NonNullable<HttpOptions["fastPath"]>,
): Omit<Parameters<typeof installFastPath>[1], "schedule"> {
  const { isDraining, date, after, traces, makeTraceId } = options;
  const { headers_ms, keep_alive_ms } = options.deadlines;
  return {
    headers_ms,
    keep_alive_ms,
    isDraining,
    date,
    after,
    async handle(request, disconnected, socket) {
      const span = beginSpan(options, "bot", request.traceparent);
      const trace_id = span?.trace_id ?? traces.idOf(request.traceparent, makeTraceId);
      const from = { headers: { "x-forwarded-for": request.forwarded_for }, socket };
      const call = { request, from, disconnected, trace_id };
      let response: ApiResponse;
      let thrown: unknown;
      try {
        response = await (span ? span.run(() => fastPath(call)) : fastPath(call));
      } catch (error) {
        options.onError(error, trace_id);
        response = errorResponse(error, trace_id);
        thrown = error;
      }
      report(options, { api: "bot", response, thrown, trace_id, from });
      span?.end(response.status);
      return { response, trace_id };
    },
  };
}

function beginSpan({ tracing, traces }: HttpOptions, api: string, traceparent: string | undefined): Span | undefined {
  const span = tracing?.request(api, traceparent);
  if (span) traces.note(span.trace_id, span.traceparent);
  return span;
}

interface Answered {
  readonly api: string;
  readonly response: Pick<ApiResponse, "status" | "body">;
  /** What the call has thrown. */
  readonly thrown: unknown;
  readonly trace_id: string;
  readonly from: Requester;
}

/** Counts a response, and logs it if it is a failure or the log shows all. */
function report({ onResponse, onFailure, onSuccess }: HttpOptions, answered: Answered): void {
  const { api, response, thrown, trace_id, from } = answered;
  const { status, body } = response;
  if (status !== NO_RESPONSE) onResponse(api, status);
  const log = status >= FIRST_FAILURE ? onFailure : onSuccess;
  log?.({ api, status, body, trace_id, caller: callerOf(thrown ?? response), from });
}

async function handle(options: HttpOptions, request: RouteRequest, span: Span | undefined): Promise<void> {
  const { req, res, trace_id } = request;
  let response: ApiResponse | "done";
  let thrown: unknown;
  try {
    response = await dispatch(options.routes, request);
  } catch (error) {
    options.onError(error, trace_id);
    response = errorResponse(error, trace_id);
    thrown = error;
  }
  // The shutdown may have begun meanwhile: a response is the last on its connection.
  if (options.isDraining()) res.shouldKeepAlive = false;
  if (response !== "done") writeResponse(res, response, trace_id);
  const written = response === "done" ? { status: res.statusCode, body: "" } : response;
  report(options, { api: apiLabelOf(request.url), response: written, thrown, trace_id, from: req });
  span?.end(written.status);
  // An unread body would block the next request on the connection.
  if (!req.complete && !req.destroyed) req.resume();
}

/** The value of the metrics' label `api` for a request to this address. */
function apiLabelOf(url: string): string {
  if (url.startsWith("/bot")) return "bot";
  if (url.startsWith("/file/") || /^\/api\/(?:file|archive)\//.test(url)) return "file";
  return url.startsWith("/api/") ? "user" : "other";
}

async function dispatch(routes: readonly RouteHandler[], request: RouteRequest): Promise<ApiResponse | "done"> {
  const { req, res, trace_id } = request;
  if (req.rawHeaders.length / 2 > MAX_HEADERS) {
    res.shouldKeepAlive = false;
    return invalidRequestResponse("HPE_HEADER_OVERFLOW", trace_id);
  }
  if (req.headers.host === undefined && req.httpVersion === "1.1") {
    res.shouldKeepAlive = false;
    return failure(400, "the request has no Host header", trace_id);
  }
  if (answerPreflight(req, res, request.url, trace_id)) return "done";
  return firstResponse(routes, request) ?? nothingAt(trace_id);
}

/** What the first route that knows the address responds; `undefined` if none does. */
export function firstResponse(routes: readonly RouteHandler[], request: RouteRequest): ReturnType<RouteHandler> {
  for (const route of routes) {
    const response = route(request);
    if (response) return response;
  }
  return undefined;
}

/** The response at an address that no route knows. */
export function nothingAt(trace_id: string): ApiResponse {
  return failure(404, "there is nothing at this address", trace_id);
}
