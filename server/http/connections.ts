/** The connections that `node:http` reads: pipelined requests, invalid requests, timeouts and closing. */
import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, type ApiResponse } from "../methods/engine/api-response.ts";
import { PacedInput } from "./paced-input.ts";
import { COMMON_HEADER_LINES } from "./security-headers.ts";
import type { FailedCall } from "./failed-call.ts";
import { writeResponse } from "./write-response.ts";
import type { RequestScheduler } from "./request-scheduler.ts";
import type { TakeConnection } from "./take-connection.ts";

interface ConnectionTools {
  readonly makeTraceId: () => string;
  /** The value of the `Date` header. */
  readonly date: () => string;
  readonly schedule: RequestScheduler;
  /** Called for every refusal that belongs to no request. */
  readonly onFailure: (failed: FailedCall) => void;
}

export class Connections {
  readonly #deps: ConnectionTools;
  readonly #open = new Map<Socket, PacedInput>();
  /** Connections that had their last response, or will have it after those in progress. */
  readonly #refused = new WeakSet<Socket>();
  /** Takes connections that wait for a request. */
  #take: TakeConnection | undefined;
  readonly #traces = new WeakMap<ServerResponse, string>();

  constructor(server: Server, tools: ConnectionTools) {
    this.#deps = tools;
    this.#paceInput(server);
    // Before the handler of the upgrade, which reads what follows the request.
    server.on("upgrade", (_req, socket) => this.#open.get(socket as Socket)?.release());
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => this.#refuse(error.code, socket as Socket));
    server.on("connect", (_req, socket) => {
      // A CONNECT request detaches the socket from the server's own error handler.
      socket.on("error", () => socket.destroy());
      this.#open.get(socket as Socket)?.stop();
      this.#afterResponse(socket as Socket, () => {
        this.#write(undefined, socket as Socket);
        (socket as Socket).destroySoon();
      });
    });
    server.on("timeout", (socket: Socket) => {
      if (!this.#keepsWaiting(socket)) socket.destroy();
    });
  }

  /** A request has begun on a connection. @returns whether it is the only one, as it must be: its handling is up to the caller */
  begin(res: ServerResponse): boolean {
    const { socket } = res.req;
    const isOnly = this.#open.get(socket)?.begin(res) ?? false;
    if (!isOnly) socket.destroy();
    // The client will use it again, if the head of the response was sent before it could say otherwise.
    res.once("close", () => this.#passIfIdle(socket));
    return isOnly;
  }

  /** Gives a response its trace id, which the refusal of an invalid or late body has as well. */
  identify(res: ServerResponse, trace_id: string): void {
    this.#traces.set(res, trace_id);
  }

  /**
   * Closes connections without a response in progress. Unlike `server.closeIdleConnections()`, it also closes those
   * that have begun a request or never sent one.
   */
  closeIdle(): void {
    for (const [socket, { response }] of this.#open) if (!response) socket.destroySoon();
  }

  /** From now on, connections that wait for a request are passed on. */
  passIdle(take: TakeConnection): void {
    this.#take = take;
    for (const socket of this.#open.keys()) this.#passIfIdle(socket);
  }

  /** The responses to requests whose body is still arriving, and those that are being sent. */
  transfers(): ServerResponse[] {
    return [...this.#open.values()].flatMap(({ response }) =>
      response && (!response.req.complete || response.headersSent) ? [response] : [],
    );
  }

  /** Closes all. */
  closeAll(): void {
    for (const socket of this.#open.keys()) socket.destroy();
  }

  /** Puts a `PacedInput` between each connection and the listener of `node:http`. */
  #paceInput(server: Server): void {
    const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => {
      const attach = () => listeners.forEach((listen) => listen.call(server, socket));
      this.#open.set(socket, new PacedInput(socket, this.#deps.schedule, attach));
      socket.once("close", () => this.#open.delete(socket));
    });
  }

  /** Whether a connection is silent because its response is not ready yet. */
  #keepsWaiting(socket: Socket): boolean {
    const res = this.#open.get(socket)?.response;
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
    const input = this.#open.get(socket);
    const res = input?.response;
    // Further bytes cannot be parsed, and must not reset the timeout of the connection.
    input?.stop();
    if (res) socket.pause();
    // The error may be in the body of a request that has its response already, or gets this one.
    if (input?.isReadingPast) socket.destroySoon();
    else if (!res || res.req.complete) this.#afterResponse(socket, () => this.#write(code, socket));
    else if (res.headersSent) this.#afterResponse(socket, () => socket.destroySoon());
    else {
      const trace_id = this.#traces.get(res) ?? this.#deps.makeTraceId();
      res.shouldKeepAlive = false;
      res.once("close", () => res.req.destroy());
      writeResponse(res, invalidRequestResponse(code, trace_id), trace_id);
    }
  }

  #passIfIdle(socket: Socket): void {
    const input = this.#open.get(socket);
    if (this.#take && input?.isIdle === true && !this.#refused.has(socket)) this.#take(socket, input.letGo());
  }

  #afterResponse(socket: Socket, act: () => void): void {
    const res = this.#open.get(socket)?.response;
    if (res) res.once("close", act);
    else act();
  }

  #write(code: string | undefined, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const trace_id = this.#deps.makeTraceId();
    const { status, body } = invalidRequestResponse(code, trace_id);
    const from = { headers: {}, socket };
    this.#deps.onFailure({ api: "other", status, body, trace_id, caller: undefined, from });
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

/** @param code - of the error of `node:http` */
export function invalidRequestResponse(code: string | undefined, trace_id: string): ApiResponse {
  const [status, sentence] = PARSE_ERRORS[code ?? ""] ?? [400, "the request is not valid HTTP"];
  return failure(status, sentence, trace_id);
}
