/** `multipart/form-data` as a push parser without I/O. It buffers only what may be part of a delimiter or a header. */
import { isUtf8 } from "node:buffer";
import { BodyError } from "./body-error.ts";

export interface PartHandler {
  /** The header fields of a part, by lower-case name. */
  begin(headers: ReadonlyMap<string, string>): void;
  /** A piece of the part's content. The buffer is not modified afterwards. */
  data(piece: Buffer): void;
  end(): void;
}

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 1000;
/** Bytes before the first part (preamble) and after the last one (epilogue), which are ignored. */
const MAX_SKIPPED_BYTES = 64 * 1024;
/** White space between a delimiter and its line end. */
const MAX_BLANKS = 64;
const HEADER_END = Buffer.from("\r\n\r\n");
/** The first byte of every delimiter, which occurs nowhere else in one. */
const CARRIAGE_RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);
/** A line that begins with white space continues the header before it (RFC 822). */
const FOLD = /\r\n[ \t]+/g;

type State = "preamble" | "delimiter" | "headers" | "content" | "done";

export class MultipartParser {
  readonly #needle: Buffer;
  readonly #handler: PartHandler;
  #state: State = "preamble";
  /** Bytes that may belong to an incomplete delimiter or header. */
  #rest: Buffer = Buffer.from("\r\n");
  #parts = 0;
  #skipped_bytes = 0;

  constructor(boundary: string, handler: PartHandler) {
    // Header values are decoded as Latin-1, one character a byte.
    this.#needle = Buffer.from(`\r\n--${boundary}`, "latin1");
    this.#handler = handler;
  }

  /** Parses the next bytes of the body. @throws BodyError */
  push(chunk: Buffer): void {
    let bytes = this.#join(chunk);
    for (;;) {
      const left = this.#step(bytes);
      if (left === undefined) return;
      bytes = left;
    }
  }

  /** Ends the body. @throws BodyError when it is incomplete */
  finish(): void {
    if (this.#state === "preamble") throw new BodyError(400, "the boundary does not occur in the multipart body");
    if (this.#state !== "done") throw new BodyError(400, "the multipart body was cut short");
  }

  /**
   * Joins the buffered bytes with a chunk. Within a large file they are emitted separately when no delimiter begins in
   * them, so that the chunk is not copied.
   */
  #join(chunk: Buffer): Buffer {
    const buffered = this.#rest;
    if (buffered.length === 0) return chunk;
    const reach = this.#needle.length;
    if (this.#state === "content" && !this.#isEmpty && chunk.length > 2 * reach) {
      const bridge = Buffer.concat([buffered, chunk.subarray(0, reach)]);
      if (!bridge.includes(this.#needle)) {
        this.#handler.data(buffered);
        return chunk;
      }
    }
    return Buffer.concat([buffered, chunk]);
  }

  /**
   * Parses `bytes` in the current state. @returns the rest for the next state; `undefined` when more bytes are needed
   */
  #step(bytes: Buffer): Buffer | undefined {
    switch (this.#state) {
      case "preamble":
        return this.#skipTo(bytes);
      case "delimiter":
        return this.#afterDelimiter(bytes);
      case "headers":
        return this.#headers(bytes);
      case "content":
        return this.#content(bytes);
      case "done":
        this.#skip(bytes.length);
        this.#rest = NOTHING;
        return undefined;
    }
  }

  #skip(bytes: number): void {
    this.#skipped_bytes += bytes;
    if (this.#skipped_bytes > MAX_SKIPPED_BYTES)
      throw new BodyError(400, "the multipart body has too much outside its parts");
  }

  #skipTo(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#needle);
    const before = at < 0 ? Math.max(0, bytes.length - this.#needle.length + 1) : at;
    this.#skip(before);
    if (at < 0) {
      this.#keep(bytes, before);
      return undefined;
    }
    this.#state = "delimiter";
    return bytes.subarray(at + this.#needle.length);
  }

  /** Two dashes end the body. Otherwise the line ends, possibly after white space, and a part begins. */
  #afterDelimiter(bytes: Buffer): Buffer | undefined {
    if (bytes.length >= 2 && bytes[0] === 0x2d && bytes[1] === 0x2d) {
      this.#state = "done";
      return bytes.subarray(2);
    }
    const end = bytes.indexOf("\r\n");
    const blanks = end < 0 ? bytes.length - 1 : end;
    if (blanks > MAX_BLANKS || (end > 0 && bytes.subarray(0, end).toString("latin1").trim() !== "")) {
      throw new BodyError(400, "the multipart body has a broken delimiter");
    }
    if (end < 0) {
      this.#keep(bytes, 0);
      return undefined;
    }
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw new BodyError(400, `too many parts: at most ${MAX_PARTS} are allowed`);
    this.#state = "headers";
    // The line end is kept, because a part without headers begins with the empty line.
    return bytes.subarray(end);
  }

  #headers(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(HEADER_END);
    const length = end < 0 ? bytes.length - HEADER_END.length + 1 : end;
    if (length > MAX_HEADER_BYTES) throw new BodyError(400, "the header of a part is too long");
    if (end < 0) {
      this.#keep(bytes, 0);
      return undefined;
    }
    this.#handler.begin(readHeaders(bytes.subarray(0, end)));
    this.#state = "content";
    // The line end after the header is kept, because the delimiter of an empty part begins with it.
    return bytes.subarray(end + 2);
  }

  #content(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#needle);
    const first = this.#contentStarts(bytes);
    if (first === undefined) return undefined;
    if (at >= 0) {
      if (at > first) this.#handler.data(bytes.subarray(first, at));
      this.#handler.end();
      this.#isEmpty = true;
      this.#state = "delimiter";
      return bytes.subarray(at + this.#needle.length);
    }
    const safe = Math.max(first, this.#delimiterStart(bytes));
    if (safe > first) {
      this.#handler.data(bytes.subarray(first, safe));
      this.#isEmpty = false;
    }
    this.#keep(bytes, this.#isEmpty ? 0 : safe);
    return undefined;
  }

  /**
   * Where an incomplete delimiter may begin. Nothing else is buffered, because an upload's size must be counted at
   * once.
   */
  #delimiterStart(bytes: Buffer): number {
    const { length } = bytes;
    let at = bytes.indexOf(CARRIAGE_RETURN, Math.max(0, length - this.#needle.length + 1));
    while (at >= 0 && this.#needle.compare(bytes, at, length, 0, length - at) !== 0) {
      at = bytes.indexOf(CARRIAGE_RETURN, at + 1);
    }
    return at < 0 ? length : at;
  }

  /** Whether no content byte of the part was emitted. The line end before the first one belongs to the header. */
  #isEmpty = true;

  #contentStarts(bytes: Buffer): number | undefined {
    if (!this.#isEmpty) return 0;
    if (bytes.length >= 2) return 2;
    this.#keep(bytes, 0);
    return undefined;
  }

  #keep(bytes: Buffer, from: number): void {
    this.#rest = Buffer.from(bytes.subarray(from));
  }
}

function readHeaders(bytes: Buffer): Map<string, string> {
  if (!isUtf8(bytes)) throw new BodyError(400, "the header of a part is not valid UTF-8");
  const headers = new Map<string, string>();
  for (const line of bytes.toString("utf8").replaceAll(FOLD, " ").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}
