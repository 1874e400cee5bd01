/** The bytes of a request's body, decompressed if need be. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { BodyFault } from "./raw-call.ts";

const CUT = "the body was cut short or is damaged";

/**
 * Hands `read` the request itself, or what its compression holds. Afterwards nothing is decompressed any more, however
 * much of the body is left.
 * @throws BodyFault for an unknown compression, and whatever `read` throws
 */
export async function withBody(req: IncomingMessage, read: (source: Readable) => Promise<void>): Promise<void> {
  const encoding = (req.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return read(req);
  if (encoding !== "gzip" && encoding !== "deflate") throw new BodyFault(400, "the content encoding is not supported");
  if (req.destroyed) throw new BodyFault(400, CUT);
  const unpacked = encoding === "gzip" ? createGunzip() : createInflate();
  const onClose = () => {
    if (!req.readableEnded) unpacked.destroy();
  };
  req.once("close", onClose).pipe(unpacked);
  try {
    await read(unpacked);
  } finally {
    req.off("close", onClose).unpipe(unpacked);
    unpacked.destroy();
    // What is left flows away, or it would keep the connection from its next request.
    req.resume();
  }
}

/** Each piece of a chunked body costs time, however short it is: so many may be shorter than this on average. */
const MANY_PIECES = 4096;
const SMALL_PIECE = 64;

interface Listener {
  readonly data: (chunk: Buffer) => void;
  readonly end: () => void;
  readonly cut: (fault: BodyFault) => void;
}

/** Listens to a source until it ends or breaks off. @returns what takes every listener away again */
function listen(source: Readable, on: Listener): () => void {
  let count = 0;
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    count += 1;
    bytes += chunk.length;
    if (count <= MANY_PIECES || bytes > count * SMALL_PIECE) on.data(chunk);
    else {
      stop();
      source.pause();
      on.cut(new BodyFault(400, "the body comes in too many pieces"));
    }
  };
  const onEnd = () => {
    // A source closes right after its end, which is no break.
    stop();
    on.end();
  };
  const onCut = () => {
    stop();
    on.cut(new BodyFault(400, CUT));
  };
  const stop = () => {
    source.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut);
    // Whatever breaks later concerns nobody here.
    source.on("error", () => {});
  };
  source.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  // A caller who went before the reading began is not announced again.
  if (source.destroyed) onCut();
  return stop;
}

/**
 * Calls `take` with one chunk after another, waiting for each. A fault leaves the source paused, not destroyed:
 * the caller still wants its answer.
 * @throws BodyFault when the body breaks off, and whatever `take` throws
 */
export function eachChunk(source: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let busy: Promise<void> = Promise.resolve();
    const stop = listen(source, {
      data(chunk) {
        source.pause();
        busy = take(chunk).then(
          () => void source.resume(),
          (error: unknown) => {
            stop();
            reject(error);
          },
        );
      },
      end: () => void busy.then(resolve),
      cut: (fault) => void busy.then(() => reject(fault)),
    });
  });
}

/** Pieces that are joined when they are many: a piece of one byte takes a hundred bytes of memory. */
const MANY = 64;

class Pieces {
  size = 0;
  #pieces: Buffer[] = [];
  /** What was joined already; it has room for as much again. */
  #joined = Buffer.alloc(0);
  #length = 0;

  add(piece: Buffer): void {
    this.size += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length > MANY) this.#join();
  }

  whole(): Buffer {
    if (this.#length === 0) return this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    this.#join();
    return this.#joined.subarray(0, this.#length);
  }

  #join(): void {
    if (this.size > this.#joined.length) {
      const larger = Buffer.allocUnsafe(2 * this.size);
      this.#joined.copy(larger, 0, 0, this.#length);
      this.#joined = larger;
    }
    for (const piece of this.#pieces) this.#length += piece.copy(this.#joined, this.#length);
    this.#pieces = [];
  }
}

/** The whole of a small body. @throws BodyFault over the limit, or when it breaks off */
export function wholeBody(source: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces = new Pieces();
    const stop = listen(source, {
      data(chunk) {
        if (pieces.size + chunk.length <= limit) {
          pieces.add(chunk);
          return;
        }
        stop();
        source.pause();
        reject(new BodyFault(413, "the body is too long"));
      },
      end: () => resolve(pieces.whole()),
      cut: reject,
    });
  });
}
