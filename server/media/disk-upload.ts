/** An upload that is written to a temporary file and hashed on the way. */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { unlink, type FileHandle } from "node:fs/promises";
import { ignoreMissing, noSpaceOr, type BlobFiles } from "./blob-files.ts";
import type { FinishedUpload, Upload } from "./upload.ts";

/** Bytes one upload may hold in memory before its sender has to wait. */
const HELD_BYTES = 1024 * 1024;

export interface UploadPlace {
  readonly files: BlobFiles;
  readonly path: string;
  /** Told of the bytes of each piece before it is taken. May refuse it by throwing. */
  readonly onBytes: (bytes: number) => void;
  /** Resolves if so many bytes may be written. @throws NoSpace */
  readonly makeRoom: (bytes: number) => Promise<void>;
  /** Told when the temporary file is gone. */
  readonly onGone: () => void;
}

export class DiskUpload implements Upload {
  readonly #place: UploadPlace;
  readonly #hash = createHash("sha256");
  readonly #handle: Promise<FileHandle>;
  #waiting: Uint8Array[] = [];
  #held = 0;
  #size = 0;
  #writing: Promise<void> | undefined;
  #fault: unknown;

  constructor(place: UploadPlace) {
    this.#place = place;
    this.#handle = place.files.open(place.path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.#handle.catch((error: unknown) => (this.#fault = noSpaceOr(error)));
  }

  write(chunk: Uint8Array): boolean {
    this.#place.onBytes(chunk.length);
    // What cannot be written is not collected: `drained` says why.
    if (this.#fault) return false;
    this.#hash.update(chunk);
    this.#size += chunk.length;
    this.#held += chunk.length;
    this.#waiting.push(chunk);
    this.#writing ??= this.#drain();
    return this.#held < HELD_BYTES;
  }

  async drained(): Promise<void> {
    while (this.#writing && this.#held >= HELD_BYTES) await this.#writing;
    if (this.#fault) throw this.#fault;
  }

  async finish(): Promise<FinishedUpload> {
    while (this.#writing) await this.#writing;
    if (this.#fault) throw this.#fault;
    const handle = await this.#handle;
    await handle.close();
    return { size: this.#size, sha256: this.#hash.digest("hex"), path: this.#place.path };
  }

  async abort(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#handle.then((handle) => handle.close()).catch(() => {});
    await unlink(this.#place.path).catch(ignoreMissing);
    this.#place.onGone();
  }

  async #drain(): Promise<void> {
    const { files, makeRoom } = this.#place;
    try {
      const handle = await this.#handle;
      while (this.#waiting.length > 0) {
        const pieces = this.#waiting;
        this.#waiting = [];
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
        await makeRoom(bytes);
        await files.write(handle, pieces, bytes);
        this.#held -= bytes;
      }
    } catch (error) {
      this.#fault = noSpaceOr(error);
      this.#held = 0;
      this.#waiting = [];
    } finally {
      this.#writing = undefined;
    }
  }
}
