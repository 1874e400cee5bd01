/** The HTTP server: one listener, a few doors, every request under a trace id. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, unexpected, type Answer } from "../methods/answer.ts";
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
  /** Told of every fault nobody expected, before the caller gets 500. */
  readonly onFault: (error: unknown, trace_id: string) => void;
  /** Told of every answer. */
  readonly onAnswer: (face: string, status: number) => void;
  readonly header_bytes: number;
  readonly keep_alive_s: number;
}

/** Seconds a client may take to send its headers. */
const HEADERS_S = 30;
/** Seconds a client may take to send a whole request: 100 MB over a slow line. */
const REQUEST_S = 1800;

export function createHttpServer(options: HttpOptions): Server {
  const server = createServer({
    maxHeaderSize: options.header_bytes,
    keepAliveTimeout: options.keep_alive_s * 1000,
    headersTimeout: HEADERS_S * 1000,
    requestTimeout: REQUEST_S * 1000,
    connectionsCheckingInterval: 5000,
    noDelay: true,
  });
  const answering = new WeakMap<Socket, ServerResponse>();
  server.on("request", (req, res) => {
    answering.set(req.socket, res);
    // Once the service is going down, an answer is the last on its connection.
    if (!server.listening) res.shouldKeepAlive = false;
    // One whose answer was on its way when the going down began is let go after it.
    res.once("close", () => server.listening || req.socket.end());
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
  return server;
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
