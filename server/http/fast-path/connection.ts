/** A connection of the fast path. The first request that is not plain hands the connection to `node:http`. */
import type { Socket } from "node:net";
import type { ApiResponse } from "../../methods/engine/api-response.ts";
import { InputShare } from "../input-memory.ts";
import type { RequestScheduler } from "../request-scheduler.ts";
import type { TakeConnection } from "../take-connection.ts";
import { cutBody } from "../write-response.ts";
import { readFastPathRequest, type RequestLine, type FastPathRequest } from "./request.ts";

/** Bytes and pieces that are buffered while a request is handled. Beyond them the socket is paused. */
const MAX_BUFFERED_BYTES = 64 * 1024;
const MAX_BUFFERED_PIECES = 32;
/**
 * Pieces of one request after which the connection is handed to `node:http`, because each piece is parsed from the
 * start of the request.
 */
const MAX_PIECES = 8;
/**
 * A connection stays open a little longer than the response says, so that a request sent at the last moment still
 * arrives.
 */
const KEEP_ALIVE_MARGIN_MS = 1000;

const NOTHING = Buffer.alloc(0);

export interface FastPathOptions {
  /**
   * Handles a request. Errors are responses too. `disconnected` makes a signal that aborts when the client disconnects.
   */
  readonly handle: (
    request: FastPathRequest,
    disconnected: () => AbortSignal,
    socket: Socket,
  ) => Promise<{ response: ApiResponse; trace_id: string }>;
  /** Gives the connection to `node:http`. */
  readonly handOver: (socket: Socket) => void;
  /** Makes `node:http` refuse a connection on which no request came in time. */
  readonly refuseTimedOut: (socket: Socket) => void;
  /** The head of a response, up to its body. */
  readonly head: (response: ApiResponse, length: number, trace_id: string, last: boolean) => string;
  /** Milliseconds until the first request. */
  readonly headers_ms: number;
  /** Milliseconds between a response and the next request, and those that a response may wait to be read. */
  readonly keep_alive_ms: number;
  readonly isDraining: () => boolean;
  /** Takes connections that wait for a request; `undefined` while they stay here. */
  readonly takeIdle: () => TakeConnection | undefined;
  /** Starts a pipelined request after those of other connections. */
  readonly schedule: RequestScheduler;
}

/**
 * "reading": waiting for a request, or for the rest of one. "handling": a request is being handled. "writing": the
 * client does not read its responses, and its requests are not read until it does. "over": closing, or handed over.
 */
type State = "reading" | "handling" | "writing" | "over";

export class FastPathConnection {
  readonly #socket: Socket;
  readonly #options: FastPathOptions;
  readonly #onClose: (connection: FastPathConnection) => void;
  #state: State = "reading";
  #buffered: Buffer = NOTHING;
  readonly #share = new InputShare();
  #pieces = 0;
  /** The request line of the last request. */
  #lastLine: RequestLine | undefined;
  /** No complete request has come yet. */
  #isNew: boolean;
  /** The current request was incomplete at the last check. */
  #wasIncomplete = false;
  #paused = false;
  /** The client has half-closed the connection. */
  #ended = false;
  #disconnect: AbortController | undefined;

  /** @param isNew - whether nothing was ever answered on it */
  constructor(
    socket: Socket,
    options: FastPathOptions,
    onClose: (connection: FastPathConnection) => void,
    isNew: boolean,
  ) {
    this.#socket = socket;
    this.#options = options;
    this.#onClose = onClose;
    this.#isNew = isNew;
    socket.setTimeout(isNew ? options.headers_ms : options.keep_alive_ms + KEEP_ALIVE_MARGIN_MS);
    socket.on("data", this.#onData).on("end", this.#onEnd).on("timeout", this.#onTimeout);
    socket.on("drain", this.#onDrain).on("close", this.#onClosed).on("error", this.#onError);
  }

  /** Closes the connection after what is written, unless a request is being handled. */
  closeIdle(): void {
    if (this.#state === "handling") return;
    this.#state = "over";
    this.#socket.destroySoon();
  }

  /** Passes the connection on, with what has arrived of a request, unless one is being handled. */
  passIdle(take: TakeConnection): void {
    if (this.#state === "reading" && this.#mayPass()) this.#pass(take);
  }

  /** Closes the connection. */
  close(): void {
    this.#socket.destroy();
  }

  /**
   * Called at intervals: a request that is incomplete for the second time is handed to `node:http`, which enforces its
   * deadlines.
   */
  checkProgress(): void {
    if (this.#state !== "reading" || this.#buffered.length === 0 || this.#socket.destroyed) return;
    if (this.#wasIncomplete) this.#handOver();
    else this.#wasIncomplete = true;
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#state === "over") return;
    this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
    this.#pieces += 1;
    if (this.#state === "reading") this.#next();
    else if (this.#buffered.length > MAX_BUFFERED_BYTES || this.#pieces > MAX_BUFFERED_PIECES) this.#pause();
    if (this.#buffered.length > 0 && !this.#share.hold(this.#buffered.length)) this.#socket.resetAndDestroy();
  };

  /**
   * A half-closed connection still gets its responses. A client that half-closes during a long poll is taken to have
   * left.
   */
  readonly #onEnd = (): void => {
    this.#ended = true;
    if (this.#state === "handling") this.#disconnect?.abort();
    else if (this.#state === "reading") this.#next();
  };

  readonly #onTimeout = (): void => {
    if (this.#state === "handling") return;
    if (this.#state !== "reading" || !this.#isNew) this.#socket.destroy();
    else if (this.#buffered.length > 0) this.#handOver();
    else {
      this.#detach();
      this.#options.refuseTimedOut(this.#socket);
    }
  };

  readonly #onDrain = (): void => {
    if (this.#state === "writing") this.#continue();
  };

  readonly #onError = (): void => {
    this.#socket.destroy();
  };

  readonly #onClosed = (): void => {
    this.#disconnect?.abort();
    this.#share.hold(0);
    this.#onClose(this);
  };

  /** Handles the next request if it is complete. */
  #next(): void {
    const request = this.#buffered.length === 0 ? "more" : readFastPathRequest(this.#buffered, 0, this.#lastLine);
    if (request === "other" || (request === "more" && this.#buffered.length > 0 && !this.#mayWait())) this.#handOver();
    else if (request === "more") this.#wait();
    else this.#handle(request);
  }

  #mayWait(): boolean {
    return this.#pieces < MAX_PIECES && !this.#ended;
  }

  #wait(): void {
    this.#state = "reading";
    const take = this.#options.takeIdle();
    if (this.#ended) this.#socket.end();
    else if (take && this.#mayPass()) this.#pass(take);
    else this.#resume();
  }

  /** Bytes of a response that the kernel has not taken belong to this process. */
  #mayPass(): boolean {
    return !this.#ended && this.#socket.writable && this.#socket.writableLength === 0;
  }

  #pass(take: TakeConnection): void {
    this.#state = "over";
    take(this.#socket, this.#buffered);
  }

  #pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#socket.resume();
  }

  #handle(request: FastPathRequest): void {
    this.#buffered = request.end === this.#buffered.length ? NOTHING : this.#buffered.subarray(request.end);
    this.#pieces = this.#buffered.length === 0 ? 0 : 1;
    this.#share.hold(this.#buffered.length);
    this.#state = "handling";
    this.#lastLine = request.line;
    this.#wasIncomplete = false;
    if (this.#isNew) {
      this.#isNew = false;
      this.#socket.setTimeout(this.#options.keep_alive_ms + KEEP_ALIVE_MARGIN_MS);
    }
    this.#resume();
    void this.#options.handle(request, this.#disconnected, this.#socket).then(this.#reply);
  }

  /** Makes a signal that aborts when the client disconnects before its response. */
  readonly #disconnected = (): AbortSignal => {
    this.#disconnect = new AbortController();
    if (this.#ended || this.#socket.destroyed) this.#disconnect.abort();
    return this.#disconnect.signal;
  };

  readonly #reply = ({ response, trace_id }: { readonly response: ApiResponse; readonly trace_id: string }): void => {
    this.#disconnect = undefined;
    if (this.#socket.destroyed) return;
    if (response.transport) return this.#breakOff(response, response.transport, trace_id);
    const last = this.#options.isDraining();
    const length = Buffer.byteLength(response.body);
    const head = this.#options.head(response, length, trace_id, last);
    // ASCII text is written as Latin-1, which needs no encoding.
    const flushed = this.#socket.write(head + response.body, length === response.body.length ? "latin1" : "utf8");
    if (last) {
      this.#state = "over";
      this.#socket.destroySoon();
    } else if (flushed) this.#continue();
    else {
      // Reading is paused, so that further bytes do not reset the timeout.
      this.#state = "writing";
      this.#pause();
    }
  };

  /** Ends the connection without the response, or after the beginning of its body. */
  #breakOff(response: ApiResponse, transport: NonNullable<ApiResponse["transport"]>, trace_id: string): void {
    const socket = this.#socket;
    this.#state = "over";
    if (transport === "reset") {
      socket.resetAndDestroy();
      return;
    }
    socket.write(this.#options.head(response, Buffer.byteLength(response.body), trace_id, true), "latin1");
    socket.write(cutBody(response.body, transport.cut_at), () => socket.destroy());
  }

  /** Waits for the next request. One that is buffered is handled after those of other connections. */
  #continue(): void {
    if (this.#buffered.length === 0) {
      this.#next();
      return;
    }
    this.#state = "handling";
    this.#options.schedule(() => {
      if (!this.#socket.destroyed) this.#next();
    });
  }

  /** Removes every listener and the timeout from the socket. */
  #detach(): void {
    const socket = this.#socket;
    this.#state = "over";
    socket.off("data", this.#onData).off("end", this.#onEnd).off("timeout", this.#onTimeout);
    socket.off("drain", this.#onDrain).off("close", this.#onClosed).off("error", this.#onError);
    socket.setTimeout(0);
    this.#share.hold(0);
    this.#onClose(this);
  }

  /** Hands the connection to `node:http`, with the bytes of requests that were not handled. */
  #handOver(): void {
    const socket = this.#socket;
    this.#detach();
    this.#resume();
    this.#options.handOver(socket);
    // Bytes cannot be pushed back into a stream that has ended, so the new reader gets the events that the stream would
    // emit.
    socket.emit("data", this.#buffered);
    if (this.#ended) socket.emit("end");
  }
}
