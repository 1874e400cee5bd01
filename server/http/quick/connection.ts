/** One connection whose requests are read here as long as they are plain, and by `node:http` from the first other on. */
import type { Socket } from "node:net";
import type { Answer } from "../../methods/answer.ts";
import { readQuickRequest, type QuickRequest } from "./request.ts";

/** Bytes that may wait while a request is being answered; past it, the sender has to. */
const MAX_HELD_BYTES = 256 * 1024;
/** Pieces a request may come in before its slow sender is left to `node:http`, which has deadlines for such. */
const MAX_PIECES = 8;

const NOTHING = Buffer.alloc(0);

export interface QuickOptions {
  /** Answers a request; whatever goes wrong in it is an answer too. `gone` makes a signal for the caller's leaving. */
  readonly answer: (request: QuickRequest, gone: () => AbortSignal) => Promise<{ answer: Answer; trace_id: string }>;
  /** Gives the connection to `node:http`. */
  readonly handOver: (socket: Socket) => void;
  /** The head of an answer, with everything up to its body. */
  readonly head: (answer: Answer, length: number, trace_id: string, last: boolean) => string;
  readonly keep_alive_s: number;
  readonly isDraining: () => boolean;
}

export class QuickConnection {
  readonly #socket: Socket;
  readonly #options: QuickOptions;
  readonly #onClose: (connection: QuickConnection) => void;
  #held: Buffer = NOTHING;
  #pieces = 0;
  #busy = false;
  #ended = false;
  #leaving: AbortController | undefined;

  constructor(socket: Socket, options: QuickOptions, onClose: (connection: QuickConnection) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#onClose = onClose;
    socket.setTimeout(options.keep_alive_s * 1000);
    socket.on("data", this.#onData).on("end", this.#onEnd).on("timeout", this.#onTimeout);
    socket.on("close", this.#onGone).on("error", this.#onError);
  }

  /** Closes the connection if nothing is being answered on it. */
  closeIdle(): void {
    if (!this.#busy) this.#socket.destroy();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#pieces += 1;
    if (!this.#busy) this.#next();
    else if (this.#held.length > MAX_HELD_BYTES) this.#socket.pause();
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    if (!this.#busy) this.#socket.end();
  };

  /** While a request is being answered, the silence is ours. */
  readonly #onTimeout = (): void => {
    if (!this.#busy) this.#socket.destroy();
  };

  readonly #onError = (): void => {
    this.#socket.destroy();
  };

  readonly #onGone = (): void => {
    this.#leaving?.abort();
    this.#onClose(this);
  };

  #next(): void {
    if (this.#held.length === 0) return;
    const request = readQuickRequest(this.#held, 0);
    if (request === "more" && this.#pieces < MAX_PIECES) return;
    if (typeof request === "string") {
      this.#release();
      return;
    }
    this.#held = request.end === this.#held.length ? NOTHING : this.#held.subarray(request.end);
    this.#pieces = this.#held.length === 0 ? 0 : 1;
    this.#busy = true;
    void this.#options.answer(request, this.#gone).then(this.#reply);
  }

  /** Fires when the caller's connection closes before its answer. */
  readonly #gone = (): AbortSignal => {
    this.#leaving = new AbortController();
    return this.#leaving.signal;
  };

  readonly #reply = ({ answer, trace_id }: { readonly answer: Answer; readonly trace_id: string }): void => {
    this.#busy = false;
    this.#leaving = undefined;
    if (this.#socket.destroyed) return;
    const last = this.#ended || this.#options.isDraining();
    const length = Buffer.byteLength(answer.body);
    const head = this.#options.head(answer, length, trace_id, last);
    // Text of one byte a character need not be looked at again.
    this.#socket.write(head + answer.body, length === answer.body.length ? "latin1" : "utf8");
    if (last) this.#socket.end();
    else {
      if (this.#socket.isPaused()) this.#socket.resume();
      this.#next();
    }
  };

  #release(): void {
    const socket = this.#socket;
    const held = this.#held;
    socket.off("data", this.#onData).off("end", this.#onEnd).off("timeout", this.#onTimeout);
    socket.off("close", this.#onGone).off("error", this.#onError);
    socket.setTimeout(0);
    this.#onClose(this);
    this.#options.handOver(socket);
    socket.unshift(held);
    if (this.#ended) socket.emit("end");
  }
}
