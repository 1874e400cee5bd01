/** The SHA-256 of a content and of its parts, in one pass. */
import { createHash, type Hash } from "node:crypto";

/** Hex. */
export interface Hashes {
  readonly sha256: string;
  /** Of each part, in order; only the last part may be shorter. */
  readonly parts: readonly string[];
}

export class PartHashes {
  readonly #part_bytes: number;
  readonly #whole = createHash("sha256");
  readonly #parts: string[] = [];
  /** Of the part that has begun. The first part needs none of its own: it is what the whole has had so far. */
  #part: Hash | undefined;
  /** Bytes of the part that has begun. */
  #bytes = 0;

  /** @param part_bytes - the size of the parts; `Infinity` for one part of any size */
  constructor(part_bytes: number) {
    this.#part_bytes = part_bytes;
  }

  update(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, Math.min(chunk.length, at + this.#part_bytes - this.#bytes));
      at += piece.length;
      this.#bytes += piece.length;
      this.#whole.update(piece);
      if (this.#parts.length > 0) (this.#part ??= createHash("sha256")).update(piece);
      if (this.#bytes === this.#part_bytes) this.#endPart();
    }
  }

  /** Call it once, at the end. */
  digest(): Hashes {
    if (this.#bytes > 0) this.#endPart();
    return { sha256: this.#whole.digest("hex"), parts: this.#parts };
  }

  #endPart(): void {
    this.#parts.push((this.#part ?? this.#whole.copy()).digest("hex"));
    [this.#part, this.#bytes] = [undefined, 0];
  }
}
