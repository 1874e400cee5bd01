/** The connections that `node:http` reads: what becomes of those that are broken, silent, or no longer wanted. */
import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, type Answer } from "../methods/answer.ts";
import { reply } from "./reply.ts";

interface Tools {
  readonly makeTraceId: () => string;
  /** The value of the `Date` header. */
  readonly date: () => string;
}

export class Connections {
  readonly #tools: Tools;
  readonly #open = new Set<Socket>();
  /** The newest answer on each connection; the earlier ones are out before it. */
  readonly #newest = new WeakMap<Socket, ServerResponse>();

  constructor(server: Server, tools: Tools) {
    this.#tools = tools;
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => this.#refuse(error.code, socket as Socket));
    server.on("connect", (_req, socket) => {
      // Nobody else listens to a connection that asks to become a tunnel.
      socket.on("error", () => socket.destroy());
      this.#afterAnswers(socket as Socket, () => {
        this.#write(undefined, socket as Socket);
        (socket as Socket).destroySoon();
      });
    });
    server.on("timeout", (socket: Socket) => {
      if (!this.#keepsWaiting(socket)) socket.destroy();
    });
  }

  /** Told of every answer when its request comes in. */
  begin(res: ServerResponse): void {
    this.#newest.set(res.req.socket, res);
  }

  /** Whether an answer is under way on a connection. */
  isAnswering(socket: Socket): boolean {
    const res = this.#newest.get(socket);
    return res !== undefined && !res.writableFinished;
  }

  /** Closes those on which nothing is answered; the server's own method spares who began a request or never sent any. */
  closeIdle(): void {
    for (const socket of this.#open) if (!this.isAnswering(socket)) socket.destroySoon();
  }

  /** Closes all. */
  closeAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  /** Whether the silence on a connection is ours, because an answer is not ready yet. */
  #keepsWaiting(socket: Socket): boolean {
    const res = this.#newest.get(socket);
    return res !== undefined && res.req.complete && !res.headersSent && socket.writableLength === 0;
  }

  /** Answers what is no HTTP request, in its turn: clients parse the envelope before they look at the status. */
  #refuse(code: string | undefined, socket: Socket): void {
    const res = this.#newest.get(socket);
    if (code === "ECONNRESET" || !socket.writable) socket.destroy();
    else if (!res || res.req.complete) this.#afterAnswers(socket, () => this.#write(code, socket));
    // The fault is in the body of a request that has its answer already, or gets this one.
    else if (res.headersSent) this.#afterAnswers(socket, () => socket.end());
    else {
      const trace_id = this.#tools.makeTraceId();
      res.shouldKeepAlive = false;
      res.once("close", () => res.req.destroy());
      reply(res, refusal(code, trace_id), trace_id);
    }
  }

  #afterAnswers(socket: Socket, act: () => void): void {
    if (this.isAnswering(socket)) this.#newest.get(socket)!.once("close", act);
    else act();
  }

  #write(code: string | undefined, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const trace_id = this.#tools.makeTraceId();
    const { status, body } = refusal(code, trace_id);
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Trace-Id: ${trace_id}\r\nDate: ${this.#tools.date()}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }
}

const BROKEN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long"],
};

function refusal(code: string | undefined, trace_id: string): Answer {
  const [status, sentence] = BROKEN[code ?? ""] ?? [400, "the request is not valid HTTP"];
  const { body } = failure(400, sentence, trace_id);
  return { status, body: body.replace('"error_code":400', `"error_code":${status}`) };
}
