/** One connection whose requests are read here as long as they are plain, and by `node:http` from the first other on. */
import type { Socket } from "node:net";
import type { Answer } from "../../methods/answer.ts";
import type { Turns } from "../turns.ts";
import { readQuickRequest, type FirstLine, type QuickRequest } from "./request.ts";

/** Bytes, and pieces, that may wait while a request is being answered; past them, the sender has to. */
const MAX_HELD_BYTES = 64 * 1024;
const MAX_HELD_PIECES = 32;
/** Pieces a request may come in before its slow sender is left to `node:http`: every piece is read from the start. */
const MAX_PIECES = 8;
/** A connection is kept a little longer than it says, so that a request sent at the last moment still arrives. */
const KEEP_ALIVE_MARGIN_MS = 1000;

const NOTHING = Buffer.alloc(0);

export interface QuickOptions {
  /** Answers a request; whatever goes wrong in it is an answer too. `gone` makes a signal for the caller's leaving. */
  readonly answer: (request: QuickRequest, gone: () => AbortSignal) => Promise<{ answer: Answer; trace_id: string }>;
  /** Gives the connection to `node:http`. */
  readonly handOver: (socket: Socket) => void;
  /** Lets `node:http` refuse a connection on which no request came in time. */
  readonly refuseLate: (socket: Socket) => void;
  /** The head of an answer, with everything up to its body. */
  readonly head: (answer: Answer, length: number, trace_id: string, last: boolean) => string;
  /** Milliseconds until the first request. */
  readonly headers_ms: number;
  /** Milliseconds between an answer and the next request, and those that an answer may lie without being read. */
  readonly keep_alive_ms: number;
  readonly isDraining: () => boolean;
  /** Who has more to ask waits for the turns of all others. */
  readonly turns: Turns;
}

/**
 * "reading": waiting for a request, or for the rest of one. "answering": the silence is ours. "writing": the caller does
 * not take its answers, and is asked for nothing until it does. "over": closing, or no longer ours.
 */
type State = "reading" | "answering" | "writing" | "over";

export class QuickConnection {
  readonly #socket: Socket;
  readonly #options: QuickOptions;
  readonly #onClose: (connection: QuickConnection) => void;
  #state: State = "reading";
  #held: Buffer = NOTHING;
  #pieces = 0;
  /** How the last request began. */
  #first: FirstLine | undefined;
  /** Nothing whole has come yet. */
  #fresh = true;
  /** The request that is coming in was coming in at the last look already. */
  #late = false;
  #paused = false;
  /** The caller will send no more. */
  #ended = false;
  #leaving: AbortController | undefined;

  constructor(socket: Socket, options: QuickOptions, onClose: (connection: QuickConnection) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#onClose = onClose;
    socket.setTimeout(options.headers_ms);
    socket.on("data", this.#onData).on("end", this.#onEnd).on("timeout", this.#onTimeout);
    socket.on("drain", this.#onDrain).on("close", this.#onGone).on("error", this.#onError);
  }

  /** Closes the connection if nothing is being answered on it, after what is already written. */
  closeIdle(): void {
    if (this.#state === "answering") return;
    this.#state = "over";
    this.#socket.destroySoon();
  }

  /** Closes the connection whatever happens on it. */
  close(): void {
    this.#socket.destroy();
  }

  /** Called now and then: a request that is coming in for the second time is left to `node:http` and its deadlines. */
  look(): void {
    if (this.#state !== "reading" || this.#held.length === 0 || this.#socket.destroyed) return;
    if (this.#late) this.#release();
    else this.#late = true;
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#state === "over") return;
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#pieces += 1;
    if (this.#state === "reading") this.#next();
    else if (this.#held.length > MAX_HELD_BYTES || this.#pieces > MAX_HELD_PIECES) this.#pause();
  };

  /** Who only stops sending still gets the answers; who waits for news is taken to have left. */
  readonly #onEnd = (): void => {
    this.#ended = true;
    if (this.#state === "answering") this.#leaving?.abort();
    else if (this.#state === "reading") this.#next();
  };

  readonly #onTimeout = (): void => {
    if (this.#state === "answering") return;
    if (this.#state !== "reading" || !this.#fresh) this.#socket.destroy();
    else if (this.#held.length > 0) this.#release();
    else {
      this.#letGo();
      this.#options.refuseLate(this.#socket);
    }
  };

  readonly #onDrain = (): void => {
    if (this.#state === "writing") this.#goOn();
  };

  readonly #onError = (): void => {
    this.#socket.destroy();
  };

  readonly #onGone = (): void => {
    this.#leaving?.abort();
    this.#onClose(this);
  };

  /** Takes up the next request, if it is there. */
  #next(): void {
    const request = this.#held.length === 0 ? "more" : readQuickRequest(this.#held, 0, this.#first);
    if (request === "other" || (request === "more" && this.#held.length > 0 && !this.#mayWait())) this.#release();
    else if (request === "more") this.#wait();
    else this.#take(request);
  }

  #mayWait(): boolean {
    return this.#pieces < MAX_PIECES && !this.#ended;
  }

  #wait(): void {
    this.#state = "reading";
    if (this.#ended) this.#socket.end();
    else this.#resume();
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

  #take(request: QuickRequest): void {
    this.#held = request.end === this.#held.length ? NOTHING : this.#held.subarray(request.end);
    this.#pieces = this.#held.length === 0 ? 0 : 1;
    this.#state = "answering";
    this.#first = request.first;
    this.#late = false;
    if (this.#fresh) {
      this.#fresh = false;
      this.#socket.setTimeout(this.#options.keep_alive_ms + KEEP_ALIVE_MARGIN_MS);
    }
    this.#resume();
    void this.#options.answer(request, this.#gone).then(this.#reply);
  }

  /** Fires when the caller leaves before its answer. */
  readonly #gone = (): AbortSignal => {
    this.#leaving = new AbortController();
    if (this.#ended || this.#socket.destroyed) this.#leaving.abort();
    return this.#leaving.signal;
  };

  readonly #reply = ({ answer, trace_id }: { readonly answer: Answer; readonly trace_id: string }): void => {
    this.#leaving = undefined;
    if (this.#socket.destroyed) return;
    const last = this.#options.isDraining();
    const length = Buffer.byteLength(answer.body);
    const head = this.#options.head(answer, length, trace_id, last);
    // Text of one byte a character need not be looked at again.
    const taken = this.#socket.write(head + answer.body, length === answer.body.length ? "latin1" : "utf8");
    if (last) {
      this.#state = "over";
      this.#socket.destroySoon();
    } else if (taken) this.#goOn();
    else {
      // Unread, so that what it goes on sending is no sign of life.
      this.#state = "writing";
      this.#pause();
    }
  };

  /** Waits for the next request. One that is here already is taken up when others have had their turn. */
  #goOn(): void {
    if (this.#held.length === 0) {
      this.#next();
      return;
    }
    this.#state = "answering";
    this.#options.turns(() => {
      if (!this.#socket.destroyed) this.#next();
    });
  }

  /** Takes our hands off the socket. */
  #letGo(): void {
    const socket = this.#socket;
    this.#state = "over";
    socket.off("data", this.#onData).off("end", this.#onEnd).off("timeout", this.#onTimeout);
    socket.off("drain", this.#onDrain).off("close", this.#onGone).off("error", this.#onError);
    socket.setTimeout(0);
    this.#onClose(this);
  }

  /** Leaves the connection to `node:http`, with what has come and was not answered. */
  #release(): void {
    const socket = this.#socket;
    this.#letGo();
    this.#resume();
    this.#options.handOver(socket);
    // What comes after an end cannot be put back into a stream: the new reader is told of both as the stream would.
    socket.emit("data", this.#held);
    if (this.#ended) socket.emit("end");
  }
}
