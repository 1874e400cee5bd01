/** The connections that `node:http` reads: order of pipelined requests, invalid requests, timeouts and closing. */
import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, type ApiResponse } from "../methods/engine/api-response.ts";
import { COMMON_HEADER_LINES } from "./security-headers.ts";
import { writeResponse } from "./write-response.ts";
import type { RequestScheduler } from "./request-scheduler.ts";

interface ConnectionTools {
  readonly makeTraceId: () => string;
  /** The value of the `Date` header. */
  readonly date: () => string;
  readonly schedule: RequestScheduler;
}

/** Pipelined requests that may wait on one connection. The connection ends with the response to the last of them. */
const MAX_WAITING = 256;
/**
 * Requests beyond `MAX_WAITING` that are ignored before the connection is closed: `node:http` cannot be stopped from
 * parsing them, so this bounds the memory they take.
 */
const MAX_IGNORED = 2000;

/** The responses that one connection is waiting for. */
interface PendingResponses {
  /** The newest response. It is sent after all earlier ones. */
  newest: ServerResponse;
  /** Responses that are not sent. */
  count: number;
}

export class Connections {
  readonly #deps: ConnectionTools;
  readonly #open = new Set<Socket>();
  readonly #pending = new WeakMap<Socket, PendingResponses>();
  /** Connections that had their last response, or will have it after those in progress. */
  readonly #refused = new WeakSet<Socket>();

  constructor(server: Server, tools: ConnectionTools) {
    this.#deps = tools;
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => this.#refuse(error.code, socket as Socket));
    server.on("connect", (_req, socket) => {
      // A CONNECT request detaches the socket from the server's own error handler.
      socket.on("error", () => socket.destroy());
      this.#afterResponses(socket as Socket, () => {
        this.#write(undefined, socket as Socket);
        (socket as Socket).destroySoon();
      });
    });
    server.on("timeout", (socket: Socket) => {
      if (!this.#keepsWaiting(socket)) socket.destroy();
    });
  }

  /**
   * Calls `handle` when the earlier requests on the same connection have their responses, if a response can still be
   * sent.
   */
  inOrder(res: ServerResponse, handle: () => void): void {
    const { socket } = res.req;
    const pending = this.#pending.get(socket) ?? { newest: res, count: 0 };
    const { newest, count: length } = pending;
    this.#pending.set(socket, pending);
    pending.newest = res;
    pending.count += 1;
    if (length === MAX_WAITING) res.shouldKeepAlive = false;
    if (length === MAX_WAITING + MAX_IGNORED) socket.destroy();
    res.once("close", () => (pending.count -= 1));
    if (length === 0) handle();
    else {
      newest.once("close", () =>
        this.#deps.schedule(() => {
          if (socket.writable && !res.headersSent) handle();
        }),
      );
    }
  }

  /** Whether a response is in progress on a connection. */
  isResponding(socket: Socket): boolean {
    return (this.#pending.get(socket)?.count ?? 0) > 0;
  }

  /**
   * Closes connections without a response in progress. Unlike `server.closeIdleConnections()`, it also closes those
   * that have begun a request or never sent one.
   */
  closeIdle(): void {
    for (const socket of this.#open) if (!this.isResponding(socket)) socket.destroySoon();
  }

  /** Closes all. */
  closeAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  /** Whether a connection is silent because its response is not ready yet. */
  #keepsWaiting(socket: Socket): boolean {
    const res = this.#pending.get(socket)?.newest;
    return res !== undefined && res.req.complete && !res.headersSent && socket.writableLength === 0;
  }

  /**
   * Responds to an invalid request in JSON and in its turn, because clients parse the body before they check the
   * status.
   */
  #refuse(code: string | undefined, socket: Socket): void {
    if (code === "ECONNRESET" || !socket.writable) socket.destroy();
    if (socket.destroyed || this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const res = this.#pending.get(socket)?.newest;
    // Further bytes cannot be parsed, and must not reset the timeout of the connection.
    if (this.isResponding(socket)) socket.pause();
    if (!res || res.req.complete) this.#afterResponses(socket, () => this.#write(code, socket));
    // The error is in the body of a request that has its response already, or gets this one.
    else if (res.headersSent) this.#afterResponses(socket, () => socket.destroySoon());
    else {
      const trace_id = this.#deps.makeTraceId();
      res.shouldKeepAlive = false;
      res.once("close", () => res.req.destroy());
      writeResponse(res, invalidRequestResponse(code, trace_id), trace_id);
    }
  }

  #afterResponses(socket: Socket, act: () => void): void {
    if (this.isResponding(socket)) this.#pending.get(socket)!.newest.once("close", act);
    else act();
  }

  #write(code: string | undefined, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const trace_id = this.#deps.makeTraceId();
    const { status, body } = invalidRequestResponse(code, trace_id);
    socket.resume();
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${COMMON_HEADER_LINES}Content-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Trace-Id: ${trace_id}\r\nDate: ${this.#deps.date()}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }
}

/** Responds with 408, as `node:http` does where it detects the timeout itself. */
export function refuseTimedOut(server: Server, socket: Socket): void {
  const error = Object.assign(new Error("the request took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", error, socket);
}

const PARSE_ERRORS: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long"],
};

function invalidRequestResponse(code: string | undefined, trace_id: string): ApiResponse {
  const [status, sentence] = PARSE_ERRORS[code ?? ""] ?? [400, "the request is not valid HTTP"];
  const { body } = failure(400, sentence, trace_id);
  return { status, body: body.replace('"error_code":400', `"error_code":${status}`) };
}
