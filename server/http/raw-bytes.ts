/**
 * Bytes beyond ASCII in request lines. Some clients send UTF-8 as it is, where HTTP has percent escapes and `node:http`
 * accepts nothing else.
 */
import { isAscii } from "node:buffer";

const LF = 0x0a;
const CR = 0x0d;

/** A request target, or a part of one, in which percent escapes stand for bytes beyond ASCII. @param latin1 - a character a byte */
export function escapedTarget(latin1: string): string {
  return latin1.replaceAll(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Escapes the request line of a head that comes in pieces. */
export class RequestLineEscaper {
  #place: "before" | "within" | "behind" = "before";

  /** The next head begins. */
  reset(): void {
    this.#place = "before";
  }

  /** The next piece of a head, with the bytes of its request line escaped. */
  escape(piece: Buffer): Buffer {
    if (this.#place === "behind") return piece;
    const start = this.#place === "before" ? contentStart(piece) : 0;
    if (start === piece.length) return piece;
    const line_end = piece.indexOf(LF, start);
    this.#place = line_end < 0 ? "within" : "behind";
    const end = line_end < 0 ? piece.length : line_end;
    if (isAscii(piece.subarray(start, end))) return piece;
    const line = Buffer.from(escapedTarget(piece.toString("latin1", start, end)), "latin1");
    return Buffer.concat([piece.subarray(0, start), line, piece.subarray(end)]);
  }
}

/** Empty lines may precede a request. */
function contentStart(piece: Buffer): number {
  let at = 0;
  while (piece[at] === CR || piece[at] === LF) at += 1;
  return at;
}
