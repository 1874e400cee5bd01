/** The connections that `node:http` reads: what becomes of those that are broken, silent, or no longer wanted. */
import { STATUS_CODES, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { failure, type Answer } from "../methods/answer.ts";
import { COMMON_LINES } from "./headers.ts";
import { reply } from "./reply.ts";
import type { Turns } from "./turns.ts";

interface Tools {
  readonly makeTraceId: () => string;
  /** The value of the `Date` header. */
  readonly date: () => string;
  readonly turns: Turns;
}

/** Requests that may wait for their turn on one connection: it ends with the answer to the last of them. */
const MAX_WAITING = 256;
/** A client that sends this many more wants to fill our memory: `node:http` cannot be kept from reading them. */
const MAX_IGNORED = 2000;

/** What is to be answered on one connection. */
interface Line {
  /** The newest answer; the earlier ones are out before it. */
  newest: ServerResponse;
  /** Answers that are not out. */
  length: number;
}

export class Connections {
  readonly #tools: Tools;
  readonly #open = new Set<Socket>();
  readonly #lines = new WeakMap<Socket, Line>();
  /** Connections that had their last answer, or will have it after those under way. */
  readonly #refused = new WeakSet<Socket>();

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

  /** Calls `answer` once the earlier requests on the same connection are answered, if it is still wanted then. */
  inTurn(res: ServerResponse, answer: () => void): void {
    const { socket } = res.req;
    const line = this.#lines.get(socket) ?? { newest: res, length: 0 };
    const { newest, length } = line;
    this.#lines.set(socket, line);
    line.newest = res;
    line.length += 1;
    if (length === MAX_WAITING) res.shouldKeepAlive = false;
    if (length === MAX_WAITING + MAX_IGNORED) socket.destroy();
    res.once("close", () => (line.length -= 1));
    if (length === 0) answer();
    else {
      newest.once("close", () =>
        this.#tools.turns(() => {
          if (socket.writable && !res.headersSent) answer();
        }),
      );
    }
  }

  /** Whether an answer is under way on a connection. */
  isAnswering(socket: Socket): boolean {
    return (this.#lines.get(socket)?.length ?? 0) > 0;
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
    const res = this.#lines.get(socket)?.newest;
    return res !== undefined && res.req.complete && !res.headersSent && socket.writableLength === 0;
  }

  /** Answers what is no HTTP request, in its turn: clients parse the envelope before they look at the status. */
  #refuse(code: string | undefined, socket: Socket): void {
    if (code === "ECONNRESET" || !socket.writable) socket.destroy();
    if (socket.destroyed || this.#refused.has(socket)) return;
    this.#refused.add(socket);
    const res = this.#lines.get(socket)?.newest;
    // Whatever else comes cannot be read, and must not look like a sign of life.
    if (this.isAnswering(socket)) socket.pause();
    if (!res || res.req.complete) this.#afterAnswers(socket, () => this.#write(code, socket));
    // The fault is in the body of a request that has its answer already, or gets this one.
    else if (res.headersSent) this.#afterAnswers(socket, () => socket.destroySoon());
    else {
      const trace_id = this.#tools.makeTraceId();
      res.shouldKeepAlive = false;
      res.once("close", () => res.req.destroy());
      reply(res, refusal(code, trace_id), trace_id);
    }
  }

  #afterAnswers(socket: Socket, act: () => void): void {
    if (this.isAnswering(socket)) this.#lines.get(socket)!.newest.once("close", act);
    else act();
  }

  #write(code: string | undefined, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const trace_id = this.#tools.makeTraceId();
    const { status, body } = refusal(code, trace_id);
    socket.resume();
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${COMMON_LINES}Content-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nX-Trace-Id: ${trace_id}\r\nDate: ${this.#tools.date()}\r\n` +
        `Connection: close\r\n\r\n${body}`,
    );
  }
}

/** Answers that a request did not come in time, as `node:http` does where it finds that out itself. */
export function refuseLate(server: Server, socket: Socket): void {
  const error = Object.assign(new Error("the request took too long"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  server.emit("clientError", error, socket);
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
