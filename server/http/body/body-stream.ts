/** The bytes of a request's body, decompressed if necessary. */
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { BodyError, holdBody, type BodyLimits } from "./body-error.ts";

const INCOMPLETE = "the body was cut short or is damaged";

const late = new WeakSet<IncomingMessage>();

/** The body of a request has come too slowly: whoever reads it gets 408 when the connection ends. */
export function markLate(req: IncomingMessage): void {
  late.add(req);
}

/**
 * Calls `read` with the body, decompressed if necessary. Decompression ends with `read`, however much of the body is
 * left.
 * @throws BodyError for an unknown content encoding, and whatever `read` throws
 */
export async function withDecompressedBody(
  req: IncomingMessage,
  read: (source: Readable) => Promise<void>,
): Promise<void> {
  try {
    await decompress(req, read);
  } catch (error) {
    throw late.has(req) && error instanceof BodyError ? new BodyError(408, "the request took too long") : error;
  }
}

async function decompress(req: IncomingMessage, read: (source: Readable) => Promise<void>): Promise<void> {
  const encoding = (req.headers["content-encoding"] ?? "").trim().toLowerCase();
  if (encoding === "" || encoding === "identity") return read(req);
  if (encoding !== "gzip" && encoding !== "deflate") throw new BodyError(400, "the content encoding is not supported");
  if (req.destroyed) throw new BodyError(400, INCOMPLETE);
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
    // The rest of the body is drained, because it would block the next request on the connection.
    req.resume();
  }
}

/**
 * Each chunk of a body costs time, however short it is. After this many, chunks must have `SMALL_PIECE` bytes on
 * average.
 */
const MANY_PIECES = 4096;
const SMALL_PIECE = 64;

interface Listener {
  readonly data: (chunk: Buffer) => void;
  readonly end: () => void;
  readonly cut: (fault: BodyError) => void;
}

/** Listens to a source until it ends or breaks off. @returns a function that removes every listener */
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
      on.cut(new BodyError(400, "the body comes in too many pieces"));
    }
  };
  const onEnd = () => {
    // A source emits `close` after `end`, which is not an error.
    stop();
    on.end();
  };
  const onCut = () => {
    stop();
    on.cut(new BodyError(400, INCOMPLETE));
  };
  const stop = () => {
    source.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut);
    // Later errors of the stream have no effect on this request.
    source.on("error", () => {});
  };
  source.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut);
  // A source that was destroyed before does not emit `close` again.
  if (source.destroyed) onCut();
  return stop;
}

/**
 * Calls `take` with one chunk after another, and waits for each that takes time. After an error the source is paused, not
 * destroyed, because the client still gets a response.
 * @throws BodyError when the body breaks off, and whatever `take` throws
 */
export function forEachChunk(source: Readable, take: (chunk: Buffer) => Promise<void> | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let busy: Promise<void> = Promise.resolve();
    const fail = (error: unknown) => {
      stop();
      source.pause();
      reject(error as Error);
    };
    const stop = listen(source, {
      data(chunk) {
        try {
          const taking = take(chunk);
          if (!taking) return;
          source.pause();
          busy = taking.then(() => void source.resume(), fail);
        } catch (error) {
          fail(error);
        }
      },
      end: () => void busy.then(resolve),
      cut: (fault) => void busy.then(() => reject(fault)),
    });
  });
}

/** Pieces are joined when there are more: a piece of one byte takes a hundred bytes of memory. */
const MAX_UNJOINED_PIECES = 64;

class Pieces {
  size = 0;
  #pieces: Buffer[] = [];
  /** The pieces joined so far, in a buffer that has room for as much again. */
  #joined = Buffer.alloc(0);
  #length = 0;

  add(piece: Buffer): void {
    this.size += piece.length;
    this.#pieces.push(piece);
    if (this.#pieces.length > MAX_UNJOINED_PIECES) this.#join();
  }

  joined(): Buffer {
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

/**
 * The whole of a small body. @throws BodyError over the limit, or when it breaks off; TooManyRequests when the account's
 * bodies hold too much together
 */
export function readWholeBody(source: Readable, limits: Pick<BodyLimits, "json_bytes" | "memory">): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces = new Pieces();
    const add = (chunk: Buffer) => {
      const size = pieces.size + chunk.length;
      if (size > limits.json_bytes) throw new BodyError(413, "the body is too long");
      holdBody(limits, size);
      pieces.add(chunk);
    };
    const stop = listen(source, {
      data(chunk) {
        try {
          add(chunk);
        } catch (error) {
          stop();
          source.pause();
          reject(error as Error);
        }
      },
      end: () => resolve(pieces.joined()),
      cut: reject,
    });
  });
}
