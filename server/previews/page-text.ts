/** Turns the bytes of a response into text: undoes its content coding, and decodes its characters as browsers do. */
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Transform } from "node:stream";

/** The codings that are asked for. */
export const ACCEPTED_CODINGS = "gzip, deflate, br";

/** Takes the next part of what was decoded. @returns whether more is wanted */
type Take<T> = (part: T) => boolean;

export interface BodyDecoder {
  /** Takes the next bytes of the body. @returns whether more is wanted */
  write(chunk: Buffer): Promise<boolean> | boolean;
  /** The body has ended. Resolves when all of it has been passed on. */
  end(): Promise<void>;
  /** Frees what the decoder has, also of a body that has not ended. */
  close(): void;
}

/**
 * Undoes a content coding, and passes the bytes on in small parts: a bomb ends with the part that is one too many.
 * @returns `undefined` for a coding that was not asked for
 */
export function decodeBody(coding: string, take: Take<Buffer>): BodyDecoder | undefined {
  switch (coding.trim().toLowerCase()) {
    case "":
    case "identity":
      return { write: take, end: async () => {}, close: () => {} };
    case "gzip":
    case "x-gzip":
      return decompress(createGunzip(), take);
    case "deflate":
      return decompress(createInflate(), take);
    case "br":
      return decompress(createBrotliDecompress(), take);
    default:
      return undefined;
  }
}

function decompress(transform: Transform, take: Take<Buffer>): BodyDecoder {
  let ended = false;
  let wake = () => {};
  const end = () => {
    ended = true;
    transform.destroy();
    wake();
  };
  transform.on("data", (part: Buffer) => {
    if (!ended && !take(part)) end();
  });
  // What was decoded before the fault is used.
  transform.on("error", end);
  transform.on("end", end);
  return {
    write: (chunk) =>
      new Promise<boolean>((done) => {
        if (ended) return done(false);
        wake = () => done(false);
        transform.write(chunk, () => done(!ended));
      }),
    end: () =>
      new Promise<void>((done) => {
        if (ended) return done();
        wake = done;
        transform.end();
      }),
    close: () => transform.destroy(),
  };
}

/** Bytes of the beginning in which a `<meta>` may name the encoding (HTML, "prescan a byte stream"). */
const PRESCAN_BYTES = 1024;

/** Decodes the characters of a page. The encoding is that of its mark, of its header, or of a `<meta>`, in this order. */
export class PageText {
  readonly #charset: string;
  readonly #take: Take<string>;
  #beginning: Buffer | undefined = Buffer.alloc(0);
  #decoder: TextDecoder | undefined;

  /** @param content_type - the header */
  constructor(content_type: string, take: Take<string>) {
    this.#charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(content_type)?.[1] ?? "";
    this.#take = take;
  }

  /** @returns whether more is wanted */
  write(part: Buffer): boolean {
    if (this.#decoder) return this.#take(this.#decoder.decode(part, { stream: true }));
    this.#beginning = Buffer.concat([this.#beginning!, part]);
    return this.#beginning.length < PRESCAN_BYTES || this.#begin();
  }

  end(): void {
    if (!this.#decoder && !this.#begin()) return;
    this.#take(this.#decoder!.decode());
  }

  #begin(): boolean {
    const beginning = this.#beginning!;
    this.#beginning = undefined;
    this.#decoder =
      decoderOf(markOf(beginning)) ?? decoderOf(this.#charset) ?? decoderOf(metaOf(beginning)) ?? new TextDecoder();
    return this.#take(this.#decoder.decode(beginning, { stream: true }));
  }
}

/** The encoding of a byte order mark. */
function markOf(bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "";
}

/** The encoding that a `<meta>` names. A page that can be read so far is not in UTF-16, whatever it says. */
function metaOf(bytes: Buffer): string {
  const text = bytes.subarray(0, PRESCAN_BYTES).toString("latin1");
  const named = /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text)?.[1] ?? "";
  return /^utf-?16/i.test(named) ? "utf-8" : named;
}

function decoderOf(label: string): TextDecoder | undefined {
  if (label === "") return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
