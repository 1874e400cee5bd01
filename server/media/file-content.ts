/** The content of a file, read in two buffers in turn: one is filled while the other one is being sent. */
import type { FileHandle } from "node:fs/promises";
import type { BlobContent, Range } from "./blob-storage.ts";

/** Bytes of one buffer. */
const READ_BYTES = 512 * 1024;

export class FileContent implements BlobContent {
  readonly #handle: FileHandle;
  readonly #range: Range;
  #isTaken = false;

  /** @param handle - closed when the content has been read or left */
  constructor(handle: FileHandle, range: Range) {
    this.#handle = handle;
    this.#range = range;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    this.#isTaken = true;
    const { start, end } = this.#range;
    const size = Math.min(READ_BYTES, end + 1 - start);
    const buffers: Buffer[] = [];
    let reading: Promise<Buffer> | undefined;
    try {
      for (let [next, turn] = [start, 0]; ; [next, turn] = [next + size, 1 - turn]) {
        const chunk = await reading;
        const length = Math.min(size, end + 1 - next);
        reading = undefined;
        if (length > 0) {
          const buffer = (buffers[turn] ??= Buffer.allocUnsafeSlow(size));
          reading = fill(this.#handle, buffer.subarray(0, length), next);
          // A rejection is handled when the chunk is wanted.
          reading.catch(() => {});
        }
        if (chunk) yield chunk;
        if (!reading) return;
      }
    } finally {
      // Waits for the reading that is in progress.
      await this.#handle.close();
    }
  }

  destroy(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    void this.#handle.close();
  }
}

/** @throws Error if the file ends before */
async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  for (let at = 0; at < buffer.length;) {
    const { bytesRead } = await handle.read(buffer, at, buffer.length - at, position + at);
    if (bytesRead === 0) throw new Error("the file is shorter than it was");
    at += bytesRead;
  }
  return buffer;
}
