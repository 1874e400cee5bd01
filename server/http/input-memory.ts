/**
 * Limits the memory of what clients have sent and the service cannot answer yet: incomplete and parsed heads, and
 * pipelined requests. Each connection has its own limits; this one is for all of the process together.
 */

/** What every connection may hold without being counted. Ordinary requests need less. */
const UNCOUNTED_BYTES = 16 * 1024;
/** The most that all connections hold beyond that. A connection that would exceed it is closed. */
const MAX_COUNTED_BYTES = 64 * 1024 * 1024;

let counted_bytes = 0;

/** What one connection holds. */
export class InputShare {
  #counted_bytes = 0;

  /** Changes what the connection holds. @returns whether there is room for it; otherwise the connection must be closed */
  hold(bytes: number): boolean {
    const counted = Math.max(0, bytes - UNCOUNTED_BYTES);
    if (counted === this.#counted_bytes) return true;
    const grows = counted > this.#counted_bytes;
    counted_bytes += counted - this.#counted_bytes;
    this.#counted_bytes = counted;
    return !grows || counted_bytes <= MAX_COUNTED_BYTES;
  }
}
