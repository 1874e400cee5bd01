/** An upload: written to a temporary file while it is hashed. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { unlink, type FileHandle } from "node:fs/promises";
import { ignoreMissing, noSpaceOr, type BlobFiles } from "./blob-files.ts";
import type { FinishedUpload, Upload } from "./upload.ts";

/** Bytes of one upload in memory before its sender has to wait. */
const MAX_HELD_BYTES = 1024 * 1024;

export interface UploadTarget {
  readonly files: BlobFiles;
  readonly path: string;
  /** Called with the size of each chunk before it is accepted. Throws to refuse it. */
  readonly onBytes: (bytes: number) => void;
  /** Checks the free space. @throws NoSpace */
  readonly makeRoom: (bytes: number) => Promise<void>;
  /** Called when the temporary file has been removed. */
  readonly onRemoved: () => void;
}

export class DiskUpload implements Upload {
  readonly #target: UploadTarget;
  readonly #hash = createHash("sha256");
  readonly #handle: Promise<FileHandle>;
  #waiting: Uint8Array[] = [];
  #held_bytes = 0;
  #size = 0;
  #writing: Promise<void> | undefined;
  #error: unknown;

  constructor(target: UploadTarget) {
    this.#target = target;
    this.#handle = target.files.open(target.path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.#handle.catch((error: unknown) => (this.#error = noSpaceOr(error)));
  }

  write(chunk: Uint8Array): boolean {
    this.#target.onBytes(chunk.length);
    // Chunks after an error are dropped; `drained` throws the error.
    if (this.#error) return false;
    this.#hash.update(chunk);
    this.#size += chunk.length;
    this.#held_bytes += chunk.length;
    this.#waiting.push(chunk);
    this.#writing ??= this.#drain();
    return this.#held_bytes < MAX_HELD_BYTES;
  }

  async drained(): Promise<void> {
    while (this.#writing && this.#held_bytes >= MAX_HELD_BYTES) await this.#writing;
    if (this.#error) throw this.#error;
  }

  async finish(): Promise<FinishedUpload> {
    while (this.#writing) await this.#writing;
    if (this.#error) throw this.#error;
    const handle = await this.#handle;
    await handle.close();
    return { size: this.#size, sha256: this.#hash.digest("hex"), path: this.#target.path };
  }

  async abort(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#handle.then((handle) => handle.close()).catch(() => {});
    await unlink(this.#target.path).catch(ignoreMissing);
    this.#target.onRemoved();
  }

  async #drain(): Promise<void> {
    const { files, makeRoom } = this.#target;
    try {
      const handle = await this.#handle;
      while (this.#waiting.length > 0) {
        const pieces = this.#waiting;
        this.#waiting = [];
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
        await makeRoom(bytes);
        await files.write(handle, pieces, bytes);
        this.#held_bytes -= bytes;
      }
    } catch (error) {
      this.#error = noSpaceOr(error);
      this.#held_bytes = 0;
      this.#waiting = [];
    } finally {
      this.#writing = undefined;
    }
  }
}
