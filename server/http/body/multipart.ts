/** `multipart/form-data` as a state machine without input or output: bytes in, parts out, nothing held but a tail. */
import { isUtf8 } from "node:buffer";
import { BodyFault } from "./raw-call.ts";

export interface PartHandler {
  /** The lines of a part's header, by lower-case name. */
  begin(headers: ReadonlyMap<string, string>): void;
  /** A piece of the part's content; nobody changes it afterwards. */
  data(piece: Buffer): void;
  end(): void;
}

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_PARTS = 1000;
/** What mail programs may write before the first part and after the last one; nobody reads it. */
const MAX_ASIDE_BYTES = 64 * 1024;
/** After a delimiter, before its line ends. */
const MAX_BLANKS = 64;
const HEADER_END = Buffer.from("\r\n\r\n");
/** What every delimiter begins with, and has nowhere else. */
const CARRIAGE_RETURN = 0x0d;
const NOTHING = Buffer.alloc(0);

type State = "preamble" | "delimiter" | "headers" | "content" | "done";

export class MultipartParser {
  readonly #needle: Buffer;
  readonly #handler: PartHandler;
  #state: State = "preamble";
  /** Bytes that may belong to a delimiter or a header not complete yet. */
  #rest: Buffer = Buffer.from("\r\n");
  #parts = 0;
  #aside = 0;

  constructor(boundary: string, handler: PartHandler) {
    // Header values come as one character a byte.
    this.#needle = Buffer.from(`\r\n--${boundary}`, "latin1");
    this.#handler = handler;
  }

  /** Takes the next bytes of the body. @throws BodyFault */
  push(chunk: Buffer): void {
    let bytes = this.#join(chunk);
    for (;;) {
      const left = this.#step(bytes);
      if (left === undefined) return;
      bytes = left;
    }
  }

  /** The body has ended. @throws BodyFault when it was cut short */
  finish(): void {
    if (this.#state === "preamble") throw new BodyFault(400, "the boundary does not occur in the multipart body");
    if (this.#state !== "done") throw new BodyFault(400, "the multipart body was cut short");
  }

  /**
   * What was held back together with what comes. In the middle of a large file the held bytes are handed on by
   * themselves when no delimiter begins in them, so that the file is not copied on its way.
   */
  #join(chunk: Buffer): Buffer {
    const held = this.#rest;
    if (held.length === 0) return chunk;
    const reach = this.#needle.length;
    if (this.#state === "content" && !this.#fresh && chunk.length > 2 * reach) {
      const bridge = Buffer.concat([held, chunk.subarray(0, reach)]);
      if (!bridge.includes(this.#needle)) {
        this.#handler.data(held);
        return chunk;
      }
    }
    return Buffer.concat([held, chunk]);
  }

  /** Does what the state asks with `bytes`. @returns what is left for the next state, `undefined` when more must come */
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
        this.#passOver(bytes.length);
        this.#rest = NOTHING;
        return undefined;
    }
  }

  #passOver(bytes: number): void {
    this.#aside += bytes;
    if (this.#aside > MAX_ASIDE_BYTES) throw new BodyFault(400, "the multipart body has too much outside its parts");
  }

  #skipTo(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#needle);
    const before = at < 0 ? Math.max(0, bytes.length - this.#needle.length + 1) : at;
    this.#passOver(before);
    if (at < 0) {
      this.#keep(bytes, before);
      return undefined;
    }
    this.#state = "delimiter";
    return bytes.subarray(at + this.#needle.length);
  }

  /** Two dashes end the body; otherwise the line ends, perhaps after blanks, and a part begins. */
  #afterDelimiter(bytes: Buffer): Buffer | undefined {
    if (bytes.length >= 2 && bytes[0] === 0x2d && bytes[1] === 0x2d) {
      this.#state = "done";
      return bytes.subarray(2);
    }
    const end = bytes.indexOf("\r\n");
    const blanks = end < 0 ? bytes.length - 1 : end;
    if (blanks > MAX_BLANKS || (end > 0 && bytes.subarray(0, end).toString("latin1").trim() !== "")) {
      throw new BodyFault(400, "the multipart body has a broken delimiter");
    }
    if (end < 0) {
      this.#keep(bytes, 0);
      return undefined;
    }
    this.#parts += 1;
    if (this.#parts > MAX_PARTS) throw new BodyFault(400, `too many parts: at most ${MAX_PARTS} are allowed`);
    this.#state = "headers";
    // The line end stays: a part without headers begins with the empty line itself.
    return bytes.subarray(end);
  }

  #headers(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(HEADER_END);
    const length = end < 0 ? bytes.length - HEADER_END.length + 1 : end;
    if (length > MAX_HEADER_BYTES) throw new BodyFault(400, "the header of a part is too long");
    if (end < 0) {
      this.#keep(bytes, 0);
      return undefined;
    }
    this.#handler.begin(readHeaders(bytes.subarray(0, end)));
    this.#state = "content";
    // The delimiter of an empty part begins with the line end that closes its header.
    return bytes.subarray(end + 2);
  }

  #content(bytes: Buffer): Buffer | undefined {
    const at = bytes.indexOf(this.#needle);
    const first = this.#contentStarts(bytes);
    if (first === undefined) return undefined;
    if (at >= 0) {
      if (at > first) this.#handler.data(bytes.subarray(first, at));
      this.#handler.end();
      this.#fresh = true;
      this.#state = "delimiter";
      return bytes.subarray(at + this.#needle.length);
    }
    const safe = Math.max(first, this.#mayBegin(bytes));
    if (safe > first) {
      this.#handler.data(bytes.subarray(first, safe));
      this.#fresh = false;
    }
    this.#keep(bytes, this.#fresh ? 0 : safe);
    return undefined;
  }

  /** Where a delimiter may begin that is not whole yet. Nothing else is held back: what comes last must count at once. */
  #mayBegin(bytes: Buffer): number {
    const { length } = bytes;
    let at = bytes.indexOf(CARRIAGE_RETURN, Math.max(0, length - this.#needle.length + 1));
    while (at >= 0 && this.#needle.compare(bytes, at, length, 0, length - at) !== 0) {
      at = bytes.indexOf(CARRIAGE_RETURN, at + 1);
    }
    return at < 0 ? length : at;
  }

  /** Whether the next content byte is a part's first: the line end before it is the header's. */
  #fresh = true;

  #contentStarts(bytes: Buffer): number | undefined {
    if (!this.#fresh) return 0;
    if (bytes.length >= 2) return 2;
    this.#keep(bytes, 0);
    return undefined;
  }

  #keep(bytes: Buffer, from: number): void {
    this.#rest = Buffer.from(bytes.subarray(from));
  }
}

function readHeaders(bytes: Buffer): Map<string, string> {
  if (!isUtf8(bytes)) throw new BodyFault(400, "the header of a part is not valid UTF-8");
  const headers = new Map<string, string>();
  for (const line of bytes.toString("utf8").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}
