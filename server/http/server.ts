/** The HTTP server: one listener, a few doors, every request under a trace id. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { NoSpace } from "../media/upload.ts";
import type { Socket } from "node:net";
import { failure, unavailable, unexpected, type Answer } from "../methods/answer.ts";
import { StoreUnavailable } from "../store/db.ts";
import type { ConnectionLimits } from "./connection-limits.ts";
import { Connections, refuseLate } from "./connections.ts";
import { COMMON_HEADERS } from "./headers.ts";
import { putInFront } from "./quick/front.ts";
import type { QuickRequest } from "./quick/request.ts";
import { reply } from "./reply.ts";
import { watchBody, type BodyDeadlines } from "./slow-bodies.ts";
import { traceId } from "./trace.ts";
import { takingTurns } from "./turns.ts";

/** One request on its way through a door. */
export interface Request {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly url: string;
  readonly trace_id: string;
}

/** Answers a request, or leaves it to the next door by returning `undefined`. "done": the door wrote the answer itself. */
export type Door = (request: Request) => Promise<Answer | "done"> | undefined;

export interface HttpOptions {
  readonly doors: readonly Door[];
  readonly makeTraceId: () => string;
  /** Whether the service is going down. */
  readonly isDraining: () => boolean;
  /** Told of every fault that is not the caller's, before the caller gets 500, or 503 where the store is away. */
  readonly onFault: (error: unknown, trace_id: string) => void;
  /** Told of every answer. */
  readonly onAnswer: (face: string, status: number) => void;
  readonly header_bytes: number;
  /** Whether connections may be upgraded at this address. */
  readonly isStream: (url: string) => boolean;
  /** Answers plain requests of bots; without it, `node:http` reads everything. */
  readonly quick: ((request: QuickRequest, gone: () => AbortSignal, trace_id: string) => Promise<Answer>) | undefined;
  /** The value of the `Date` header. */
  readonly date: () => string;
  readonly deadlines: Deadlines;
  readonly limits: ConnectionLimits;
  /** Calls back when the event loop has looked after everything else. */
  readonly defer: (fire: () => void) => void;
  /** Calls once after a time, unless what it returns is called before. */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}

/** How long clients may take. */
export interface Deadlines extends BodyDeadlines {
  /** To send the head of a request. */
  readonly headers_ms: number;
  /** To send a whole request; 0 for as long as it takes. */
  readonly request_ms: number;
  /** Between an answer and the next request. */
  readonly keep_alive_ms: number;
  /** Without sending or taking anything that they should. */
  readonly silence_ms: number;
  /** How often the first two are looked after. */
  readonly check_ms: number;
}

export const DEADLINES: Deadlines = {
  headers_ms: 30_000,
  // A large upload over a slow line takes hours; what comes too slowly is cut off by its rate.
  request_ms: 0,
  keep_alive_ms: 75_000,
  silence_ms: 120_000,
  check_ms: 5000,
  body_window_ms: 10_000,
  // A kilobyte a second: the slowest lines in use bring several.
  body_window_bytes: 10_000,
  unread_body_ms: 60_000,
};

export interface HttpServer {
  readonly server: Server;
  /** Closes the connections on which nothing is being answered. */
  closeIdle(): void;
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
    // Whoever leaves the host out is told so in the envelope, like everyone else.
    requireHostHeader: false,
    // Upgrades may be passed over: some clients ask every server for HTTP/2, and an earlier answer comes first.
    shouldUpgradeCallback: (req) => options.isStream(req.url ?? "/") && !connections.isAnswering(req.socket),
  });
  server.timeout = deadlines.silence_ms;
  // A client that only stops sending still gets the answers to what it sent.
  Object.assign(server, { httpAllowHalfOpen: true });
  const turns = takingTurns(options.defer);
  const connections = new Connections(server, { ...options, turns });
  const take = (req: IncomingMessage, res: ServerResponse) => {
    res.once("finish", () => {
      if (options.isDraining()) req.socket.destroySoon();
    });
    // Before any door: what answers without a thought of them has them too.
    for (const name in COMMON_HEADERS) res.setHeader(name, COMMON_HEADERS[name]!);
    const trace_id = traceId(req.headers.traceparent as string | undefined, options.makeTraceId);
    if (!req.complete) watchBody(req, res, { ...options, onLate: () => refuseLate(server, req.socket) });
    connections.inTurn(res, () => void answer(options, { req, res, url: req.url ?? "/", trace_id }));
  };
  server.on("request", take);
  // An expectation that nobody knows may be passed over (RFC 9110, 10.1.1).
  server.on("checkExpectation", take);
  const front = options.quick && putInFront(server, { ...quickOptions(options, options.quick), turns });
  admit(server, options.limits);
  const closeIdle = () => {
    front?.closeIdle();
    connections.closeIdle();
  };
  const closeAll = () => {
    front?.closeAll();
    connections.closeAll();
  };
  return { server, closeIdle, closeAll };
}

/** Lets none connect beyond the limits. */
function admit(server: Server, limits: ConnectionLimits): void {
  const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (limits.admit(socket)) for (const listen of listeners) listen.call(server, socket);
  });
}

/** Plain requests of bots, read without `node:http`, go the way of all others. */
function quickOptions(
  options: HttpOptions,
  quick: NonNullable<HttpOptions["quick"]>,
): Omit<Parameters<typeof putInFront>[1], "turns"> {
  const { isDraining, onAnswer, onFault, makeTraceId, date, after } = options;
  const { headers_ms, keep_alive_ms } = options.deadlines;
  return {
    headers_ms,
    keep_alive_ms,
    isDraining,
    date,
    after,
    async answer(request, gone) {
      const trace_id = traceId(request.traceparent, makeTraceId);
      let outcome: Answer;
      try {
        outcome = await quick(request, gone, trace_id);
      } catch (error) {
        outcome = faulty(onFault, error, trace_id);
      }
      onAnswer("bot", outcome.status);
      return { answer: outcome, trace_id };
    },
  };
}

async function answer(options: HttpOptions, request: Request): Promise<void> {
  const { req, res, trace_id } = request;
  let outcome: Answer | "done";
  try {
    outcome = await enter(options.doors, request);
  } catch (error) {
    outcome = faulty(options.onFault, error, trace_id);
  }
  // Once the service is going down, an answer is the last on its connection.
  if (options.isDraining()) res.shouldKeepAlive = false;
  if (outcome !== "done") reply(res, outcome, trace_id);
  options.onAnswer(faceOf(request.url), outcome === "done" ? res.statusCode : outcome.status);
  // A body nobody read would keep the connection from its next request.
  if (!req.complete && !req.destroyed) req.resume();
}

/** Reports a fault. A full disk is told to the caller, as trying again does not help. */
function faulty(onFault: HttpOptions["onFault"], error: unknown, trace_id: string): Answer {
  onFault(error, trace_id);
  if (error instanceof StoreUnavailable) return unavailable(error.in_doubt, trace_id);
  return unexpected(trace_id, error instanceof NoSpace ? error.message : undefined);
}

/** Which part of the service was asked, as metrics name it. */
function faceOf(url: string): string {
  if (url.startsWith("/bot")) return "bot";
  if (url.startsWith("/file/") || url.startsWith("/api/file/")) return "file";
  return url.startsWith("/api/") ? "web" : "other";
}

async function enter(doors: readonly Door[], request: Request): Promise<Answer | "done"> {
  const { req, res, trace_id } = request;
  if (req.headers.host === undefined && req.httpVersion === "1.1") {
    res.shouldKeepAlive = false;
    return failure(400, "the request has no Host header", trace_id);
  }
  for (const door of doors) {
    const outcome = door(request);
    if (outcome) return outcome;
  }
  return failure(404, "there is nothing at this address", trace_id);
}
