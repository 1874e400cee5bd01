/** The HTTP server: one listener, a few doors, every request under a trace id. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, unexpected, type Answer } from "../methods/answer.ts";
import { putInFront } from "./quick/front.ts";
import type { QuickRequest } from "./quick/request.ts";
import { reply } from "./reply.ts";
import { traceId } from "./trace.ts";

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
  /** Told of every fault nobody expected, before the caller gets 500. */
  readonly onFault: (error: unknown, trace_id: string) => void;
  /** Told of every answer. */
  readonly onAnswer: (face: string, status: number) => void;
  readonly header_bytes: number;
  /** Answers plain requests of bots; without it, `node:http` reads everything. */
  readonly quick: ((request: QuickRequest, gone: () => AbortSignal, trace_id: string) => Promise<Answer>) | undefined;
  /** The value of the `Date` header. */
  readonly date: () => string;
  readonly deadlines: Deadlines;
  /** Calls once after a time, unless what it returns is called before. */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}

/** How long clients may take. */
export interface Deadlines {
  /** To send the head of a request. */
  readonly headers_ms: number;
  /** To send a whole request. */
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
  // 100 MB over a slow line.
  request_ms: 1_800_000,
  keep_alive_ms: 75_000,
  silence_ms: 120_000,
  check_ms: 5000,
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
  });
  server.timeout = deadlines.silence_ms;
  // A client that only stops sending still gets the answers to what it sent.
  Object.assign(server, { httpAllowHalfOpen: true });
  /** The newest answer on each connection; the earlier ones are out before it. */
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on("request", (req, res) => {
    answering.set(req.socket, res);
    res.once("finish", () => {
      if (options.isDraining()) req.socket.end();
    });
    const trace_id = traceId(req.headers.traceparent as string | undefined, options.makeTraceId);
    void answer(options, { req, res, url: req.url ?? "/", trace_id });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const refuse = () => refuseBroken(error, socket as Socket, options.makeTraceId());
    const res = answering.get(socket as Socket);
    // A whole request before the broken one has its own answer coming.
    if (!res || res.writableFinished || !res.req.complete) refuse();
    else res.once("close", refuse);
  });
  server.on("timeout", (socket: Socket) => {
    const res = answering.get(socket);
    const isOurs = res?.req.complete && !res.headersSent && socket.writableLength === 0;
    if (!isOurs) socket.destroy();
  });
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  const front = options.quick && putInFront(server, quickOptions(options, options.quick));
  const closeIdle = () => {
    front?.closeIdle();
    // The server's own method spares those that have begun a request, or never sent any.
    for (const socket of open) if (answering.get(socket)?.writableFinished ?? true) socket.destroySoon();
  };
  const closeAll = () => {
    front?.closeAll();
    for (const socket of open) socket.destroy();
  };
  return { server, closeIdle, closeAll };
}

/** Plain requests of bots, read without `node:http`, go the way of all others. */
function quickOptions(
  options: HttpOptions,
  quick: NonNullable<HttpOptions["quick"]>,
): Parameters<typeof putInFront>[1] {
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
        onFault(error, trace_id);
        outcome = unexpected(trace_id);
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
    options.onFault(error, trace_id);
    outcome = unexpected(trace_id);
  }
  // Once the service is going down, an answer is the last on its connection.
  if (options.isDraining()) res.shouldKeepAlive = false;
  if (outcome !== "done") reply(res, outcome, trace_id);
  options.onAnswer(faceOf(request.url), outcome === "done" ? res.statusCode : outcome.status);
  // A body nobody read would keep the connection from its next request.
  if (!req.complete && !req.destroyed) req.resume();
}

/** Which part of the service was asked, as metrics name it. */
function faceOf(url: string): string {
  if (url.startsWith("/bot")) return "bot";
  if (url.startsWith("/file/") || url.startsWith("/api/file/")) return "file";
  return url.startsWith("/api/") ? "web" : "other";
}

async function enter(doors: readonly Door[], request: Request): Promise<Answer | "done"> {
  for (const door of doors) {
    const outcome = door(request);
    if (outcome) return outcome;
  }
  return failure(404, "there is nothing at this address", request.trace_id);
}

const BROKEN: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "the request took too long"],
};

/** Answers what is no HTTP request in the envelope all the same: clients parse before they look at the status. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket, trace_id: string): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, phrase, sentence] = BROKEN[error.code ?? ""] ?? [400, "Bad Request", "the request is not valid HTTP"];
  const body = failure(400, sentence, trace_id).body.replace('"error_code":400', `"error_code":${status}`);
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Trace-Id: ${trace_id}\r\nConnection: close\r\n\r\n${body}`,
  );
}
