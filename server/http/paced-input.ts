/**
 * Hands the bytes of a connection to `node:http` one request at a time. By itself it parses whatever has arrived: 3 kB
 * of memory for each 18 bytes of a pipelined request.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { endOfHead, TAIL_BYTES } from "./end-of-head.ts";
import { InputShare } from "./input-memory.ts";
import { RequestLineEscaper } from "./raw-bytes.ts";
import type { RequestScheduler } from "./request-scheduler.ts";

/** Bytes and chunks that are held while a response is in progress. Beyond them the socket is paused. */
const MAX_HELD_BYTES = 16 * 1024;
const MAX_HELD_CHUNKS = 32;
/** Pieces that are handed over in one turn of the event loop: chunks of a body can be as short as a few bytes. */
const PIECES_PER_TURN = 256;

const NOTHING = Buffer.alloc(0);

type Reader = (chunk: Buffer) => void;

export class PacedInput {
  readonly #socket: Socket;
  readonly #schedule: RequestScheduler;
  /** The listeners of `node:http`. */
  readonly #readers: readonly Reader[];
  readonly #enders: readonly (() => void)[];
  readonly #share = new InputShare();
  readonly #requestLine = new RequestLineEscaper();
  /** What `node:http` has not got yet. */
  #held: Buffer = NOTHING;
  #chunks = 0;
  /** Bytes of the head that is being read, or whose request is being answered. */
  #head_bytes = 0;
  /** The last bytes that `node:http` got of a head or a chunked body. */
  #tail: Buffer = NOTHING;
  /** Bytes of the current request's body that are still to come, as far as its head tells. */
  #body_left = 0;
  #newest: ServerResponse | undefined;
  #isResponding = false;
  #isScheduled = false;
  #isPaused = false;
  /** The client has half-closed the connection. */
  #hasEnded = false;
  #isReleased = false;

  /** @param attach - makes `node:http` listen to the socket */
  constructor(socket: Socket, schedule: RequestScheduler, attach: () => void) {
    this.#socket = socket;
    this.#schedule = schedule;
    const before = socket.listeners("end");
    attach();
    this.#readers = socket.listeners("data") as Reader[];
    this.#enders = (socket.listeners("end") as (() => void)[]).filter((listener) => !before.includes(listener));
    for (const listener of this.#readers) socket.off("data", listener);
    for (const listener of this.#enders) socket.off("end", listener);
    // The parser of a closed connection is used for another one.
    socket
      .on("data", this.#onData)
      .on("end", this.#onEnd)
      .prependOnceListener("close", () => this.stop());
  }

  /** The response in progress. */
  get response(): ServerResponse | undefined {
    return this.#isResponding ? this.#newest : undefined;
  }

  /** Whether the current request has its response already, and its body is still arriving. */
  get isReadingPast(): boolean {
    return !this.#isResponding && this.#newest?.req.complete === false;
  }

  /** Whether `node:http` has nothing of a request, and the connection is open in both directions. */
  get isIdle(): boolean {
    const { writable, readableLength, writableLength } = this.#socket;
    if (this.#isReleased || this.#isPaused || this.#hasEnded || !writable) return false;
    return !this.#newest && this.#head_bytes === 0 && readableLength === 0 && writableLength === 0;
  }

  /** Ends the reading of an idle connection. @returns what has arrived of its next request */
  letGo(): Buffer {
    const held = this.#held;
    this.stop();
    return held;
  }

  /** A request has begun. The next one is parsed after its response. @returns whether it is the only one, as it must be */
  begin(res: ServerResponse): boolean {
    if (this.#isResponding) return false;
    this.#newest = res;
    this.#isResponding = true;
    this.#body_left = bodyLength(res.req);
    res.once("close", () => {
      this.#isResponding = false;
      this.#head_bytes = 0;
      this.#count();
      if (res.req.complete) this.#newest = undefined;
      if (this.#held.length > 0) this.#feedLater();
    });
    return true;
  }

  /** Hands nothing over any more. What arrives is dropped. */
  stop(): void {
    this.#isReleased = true;
    this.#held = NOTHING;
    this.#head_bytes = 0;
    this.#count();
  }

  /** Leaves the socket to others, who read on behind the last request. */
  release(): void {
    this.#socket.off("data", this.#onData).off("end", this.#onEnd);
    const held = this.#held;
    this.stop();
    if (this.#hasEnded) this.#socket.destroy();
    else if (held.length > 0) this.#socket.unshift(held);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isReleased) return;
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#chunks += 1;
    if (!this.#isScheduled) this.#feed();
    this.#count();
    if (this.#held.length > MAX_HELD_BYTES || this.#chunks > MAX_HELD_CHUNKS) this.#pause();
  };

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (!this.#isReleased && this.#held.length === 0) this.#end();
  };

  #end(): void {
    for (const end of this.#enders) end.call(this.#socket);
  }

  #feedLater(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#schedule(() => {
      this.#isScheduled = false;
      this.#feed();
    });
  }

  #feed(): void {
    for (let pieces = 0; this.#held.length > 0 && this.#mayFeed(); pieces += 1) {
      if (pieces === PIECES_PER_TURN) return this.#feedLater();
      this.#feedPiece();
    }
    if (this.#held.length > 0 || this.#isReleased) return;
    this.#chunks = 0;
    if (this.#hasEnded) this.#end();
  }

  /** Nothing is parsed that cannot be answered. */
  #mayFeed(): boolean {
    if (!this.#socket.writable) return false;
    return !this.#isResponding || this.#newest?.req.complete === false;
  }

  #feedPiece(): void {
    const held = this.#held;
    const isBody = this.#body_left > 0;
    const isHead = !isBody && this.#newest?.req.complete !== false;
    const end = isBody ? this.#body_left : endOfHead(held, this.#tail);
    const piece = end < 0 || end >= held.length ? held : held.subarray(0, end);
    this.#held = held.subarray(piece.length);
    if (isBody) this.#body_left -= piece.length;
    if (isHead) this.#head_bytes += piece.length;
    this.#tail = isBody || end >= 0 ? NOTHING : lastBytes(this.#tail, piece);
    // Before the bytes are parsed, because `node:http` pauses the socket when the body is not being read.
    if (this.#held.length === 0) this.#resume();
    const bytes = isHead ? this.#requestLine.escape(piece) : piece;
    if (end >= 0) this.#requestLine.reset();
    for (const read of this.#readers) read(bytes);
  }

  #count(): void {
    if (!this.#share.hold(this.#held.length + this.#head_bytes)) this.#socket.resetAndDestroy();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#socket.resume();
  }
}

/** The length of a body that is not chunked. */
function bodyLength({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : 0;
}

function lastBytes(tail: Buffer, piece: Buffer): Buffer {
  // A copy, because a slice would keep the whole chunk in memory.
  if (piece.length >= TAIL_BYTES) return Buffer.from(piece.subarray(-TAIL_BYTES));
  return Buffer.concat([tail, piece]).subarray(-TAIL_BYTES);
}
