/** An upload: written to a temporary file while it is hashed. */
import { createHash, type Hash } from "node:crypto";
import { constants } from "node:fs";
import { unlink, type FileHandle } from "node:fs/promises";
import { ignoreMissing, noSpaceOr, type BlobFiles } from "./blob-files.ts";
import type { FileHash, HashThread } from "./hash-thread.ts";
import type { FinishedUpload, Upload } from "./upload.ts";

/** Bytes of one upload in memory before its sender has to wait. */
const MAX_HELD_BYTES = 1024 * 1024;
/** Bytes of one write, so that more can arrive while they are written. */
const MAX_WRITE_BYTES = MAX_HELD_BYTES / 2;
/** A larger file is hashed by the thread, from its begin. */
const MAX_HASHED_HERE_BYTES = 4 * 1024 * 1024;

export interface UploadTarget {
  readonly files: BlobFiles;
  readonly path: string;
  readonly hashes: HashThread;
  /** Called with the size of each chunk before it is accepted. Throws to refuse it. */
  readonly onBytes: (bytes: number) => void;
  /** Checks the free space. @throws NoSpace */
  readonly makeRoom: (bytes: number) => Promise<void>;
  /** Resolves after the callbacks that are due have run. */
  readonly turn: () => Promise<void>;
  /** Called after each write. @returns when what was written so far is on disk; `undefined` if that is not begun */
  readonly writeOut: (handle: FileHandle, bytes: number) => Promise<void> | undefined;
  /** Called when the temporary file has been removed. */
  readonly onRemoved: () => void;
}

export class DiskUpload implements Upload {
  readonly #target: UploadTarget;
  readonly #handle: Promise<FileHandle>;
  /** The hash of a small file. */
  #hash: Hash | undefined = createHash("sha256");
  /** The hash of a large one. */
  #threaded: FileHash | undefined;
  #waiting: Uint8Array[] = [];
  #held_bytes = 0;
  #size = 0;
  #written_bytes = 0;
  #writing: Promise<void> | undefined;
  #error: unknown;
  /** Resolves when there is room for more. */
  #room: PromiseWithResolvers<void> | undefined;

  constructor(target: UploadTarget) {
    this.#target = target;
    this.#handle = target.files.open(target.path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.#handle.catch((error: unknown) => (this.#error = noSpaceOr(error)));
  }

  write(chunk: Uint8Array): boolean {
    this.#target.onBytes(chunk.length);
    // Chunks after an error are dropped; `drained` throws the error.
    if (this.#error) return false;
    this.#size += chunk.length;
    if (this.#size <= MAX_HASHED_HERE_BYTES) this.#hash!.update(chunk);
    this.#held_bytes += chunk.length;
    this.#waiting.push(chunk);
    this.#writing ??= this.#drain();
    return this.#held_bytes < MAX_HELD_BYTES;
  }

  async drained(): Promise<void> {
    if (this.#writing && this.#held_bytes >= MAX_HELD_BYTES) await (this.#room ??= Promise.withResolvers()).promise;
    if (this.#error) throw this.#error;
  }

  async finish(): Promise<FinishedUpload> {
    while (this.#writing) await this.#writing;
    if (this.#error) throw this.#error;
    const handle = await this.#handle;
    const hashes = this.#threaded ? await this.#threaded.digest(this.#size) : { sha256: this.#hash!.digest("hex") };
    // Waits for what is being written out.
    await handle.close();
    if (this.#error) throw this.#error;
    return { size: this.#size, path: this.#target.path, ...hashes };
  }

  async abort(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#threaded?.drop();
    await this.#handle.then((handle) => handle.close()).catch(() => {});
    await unlink(this.#target.path).catch(ignoreMissing);
    this.#target.onRemoved();
  }

  async #drain(): Promise<void> {
    const { files, makeRoom, turn } = this.#target;
    try {
      const handle = await this.#handle;
      while (this.#waiting.length > 0) {
        // A turn of the event loop reads many chunks, which then are one write.
        await turn();
        const pieces = this.#nextPieces();
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
        await makeRoom(bytes);
        await files.write(handle, pieces, bytes);
        this.#written_bytes += bytes;
        // The system reports an error once: nobody who syncs the file later gets this one.
        this.#target.writeOut(handle, bytes)?.catch((error: unknown) => (this.#error ??= noSpaceOr(error)));
        this.#hashWritten();
        this.#held_bytes -= bytes;
        if (this.#held_bytes < MAX_HELD_BYTES) this.#makeRoomKnown();
      }
    } catch (error) {
      this.#error = noSpaceOr(error);
      this.#held_bytes = 0;
      this.#waiting = [];
    } finally {
      this.#writing = undefined;
      this.#makeRoomKnown();
    }
  }

  #makeRoomKnown(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }

  #nextPieces(): Uint8Array[] {
    let [count, bytes] = [0, 0];
    while (count < this.#waiting.length && bytes < MAX_WRITE_BYTES) bytes += this.#waiting[count++]!.length;
    return this.#waiting.splice(0, count);
  }

  #hashWritten(): void {
    if (this.#size <= MAX_HASHED_HERE_BYTES) return;
    this.#hash = undefined;
    this.#threaded ??= this.#target.hashes.begin(this.#target.path);
    this.#threaded.written(this.#written_bytes);
  }
}
