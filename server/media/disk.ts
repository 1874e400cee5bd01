/** Blobs on disk: every content once, under the name of its hash; what is not finished lies apart. */
import { createHash } from "node:crypto";
import { constants, createReadStream, type ReadStream } from "node:fs";
import { access, mkdir, open, readdir, rename, stat, statfs, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { FinishedUpload, Upload, UploadSink } from "./upload.ts";

/** Bytes one upload may hold in memory before its sender has to wait. */
const HELD_BYTES = 1024 * 1024;
const READ_BYTES = 512 * 1024;
/** Bytes that may pass before the memory of those before them is freed. */
const PASSING_BYTES = 8 * 1024 * 1024;

export interface Range {
  /** The first byte, and the last, both included. */
  readonly start: number;
  readonly end: number;
}

export class DiskBlobs implements UploadSink {
  readonly #blobs: string;
  readonly #temporary: string;

  readonly #bytes: (length: number) => Buffer;
  readonly #free: () => void;
  #passed = 0;

  private constructor(dir: string, bytes: (length: number) => Buffer, free: () => void) {
    this.#bytes = bytes;
    this.#free = free;
    this.#blobs = join(dir, "blobs");
    this.#temporary = join(dir, "tmp");
  }

  /**
   * Opens the store in a folder, made if need be; `bytes` names the temporary files, `free` gives back the memory of
   * pieces that nobody holds any more.
   */
  static async open(dir: string, bytes: (length: number) => Buffer, free: () => void): Promise<DiskBlobs> {
    const blobs = new DiskBlobs(dir, bytes, free);
    await mkdir(blobs.#blobs, { recursive: true });
    await mkdir(blobs.#temporary, { recursive: true });
    return blobs;
  }

  open(): Upload {
    return new DiskUpload(this.temporaryPath(), (bytes) => this.#pass(bytes));
  }

  /** A name for a temporary file, which the sweep removes if nobody else does. */
  temporaryPath(): string {
    return join(this.#temporary, this.#bytes(16).toString("hex"));
  }

  /** Moves a finished upload to its lasting place. Resolves when a power cut can no longer take it away. */
  async keep(upload: FinishedUpload): Promise<void> {
    const folder = join(this.#blobs, upload.sha256.slice(0, 2));
    const place = join(folder, upload.sha256.slice(2));
    if (await exists(place)) {
      await unlink(upload.path);
      return;
    }
    await mkdir(folder, { recursive: true });
    await sync(upload.path);
    await rename(upload.path, place);
    await sync(folder);
    await sync(this.#blobs);
  }

  /** Removes a finished upload that nobody wants. */
  drop(upload: FinishedUpload): Promise<void> {
    return this.dropTemporary(upload.path);
  }

  /** Removes a temporary file, if it is there. */
  async dropTemporary(path: string): Promise<void> {
    await unlink(path).catch(ignoreMissing);
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await stat(this.path(sha256)).catch(ignoreMissing))?.size;
  }

  /** Where a blob's bytes are, for the worker that looks into them. */
  path(sha256: string): string {
    return join(this.#blobs, sha256.slice(0, 2), sha256.slice(2));
  }

  /** The bytes of a blob, or of a range of it. */
  read(sha256: string, range: Range): ReadStream {
    const stream = createReadStream(this.path(sha256), { ...range, highWaterMark: READ_BYTES });
    return stream.on("data", (piece) => this.#pass(piece.length));
  }

  #pass(bytes: number): void {
    this.#passed += bytes;
    if (this.#passed < PASSING_BYTES) return;
    this.#passed = 0;
    this.#free();
  }

  async remove(sha256: string): Promise<void> {
    await unlink(this.path(sha256)).catch(ignoreMissing);
  }

  /** Every blob older than `before_ms`: what a sweep compares with what is referred to. */
  async *list(before_ms: number): AsyncGenerator<string> {
    for await (const { sha256, written_ms } of this.all()) if (written_ms < before_ms) yield sha256;
  }

  /** Every blob with its size in bytes and when it was written. */
  async *all(): AsyncGenerator<{ readonly sha256: string; readonly size: number; readonly written_ms: number }> {
    for (const folder of await readdir(this.#blobs)) {
      for (const name of await readdir(join(this.#blobs, folder))) {
        const found = await stat(join(this.#blobs, folder, name)).catch(ignoreMissing);
        if (found) yield { sha256: folder + name, size: found.size, written_ms: found.mtimeMs };
      }
    }
  }

  /** How many temporary files there are, and their bytes. */
  async temporary(): Promise<{ readonly count: number; readonly bytes: number }> {
    let [count, bytes] = [0, 0];
    for (const name of await readdir(this.#temporary)) {
      const found = await stat(join(this.#temporary, name)).catch(ignoreMissing);
      if (!found) continue;
      count += 1;
      bytes += found.size;
    }
    return { count, bytes };
  }

  /** The disk that the blobs lie on, in bytes. */
  async disk(): Promise<{ readonly free_bytes: number; readonly total_bytes: number }> {
    const { bsize, bavail, blocks } = await statfs(this.#blobs);
    return { free_bytes: bsize * bavail, total_bytes: bsize * blocks };
  }

  /** Removes temporary files older than `before_ms`. @returns how many */
  async sweep(before_ms: number): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#temporary)) {
      const path = join(this.#temporary, name);
      const found = await stat(path).catch(ignoreMissing);
      if (!found || found.mtimeMs >= before_ms) continue;
      await unlink(path).catch(ignoreMissing);
      removed += 1;
    }
    return removed;
  }
}

class DiskUpload implements Upload {
  readonly #path: string;
  readonly #onBytes: (bytes: number) => void;
  readonly #hash = createHash("sha256");
  readonly #handle: Promise<FileHandle>;
  #waiting: Uint8Array[] = [];
  #held = 0;
  #size = 0;
  #writing: Promise<void> | undefined;
  #fault: unknown;

  constructor(path: string, onBytes: (bytes: number) => void) {
    this.#path = path;
    this.#onBytes = onBytes;
    this.#handle = open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    this.#handle.catch((error: unknown) => (this.#fault = error));
  }

  write(chunk: Uint8Array): boolean {
    this.#hash.update(chunk);
    this.#size += chunk.length;
    this.#held += chunk.length;
    this.#onBytes(chunk.length);
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
    const handle = await this.#handle;
    await handle.close();
    if (this.#fault) throw this.#fault;
    return { size: this.#size, sha256: this.#hash.digest("hex"), path: this.#path };
  }

  async abort(): Promise<void> {
    while (this.#writing) await this.#writing;
    await this.#handle.then((handle) => handle.close()).catch(() => {});
    await unlink(this.#path).catch(ignoreMissing);
  }

  async #drain(): Promise<void> {
    try {
      const handle = await this.#handle;
      while (this.#waiting.length > 0) {
        const pieces = this.#waiting;
        this.#waiting = [];
        const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
        await writeAll(handle, pieces, bytes);
        this.#held -= bytes;
      }
    } catch (error) {
      this.#fault = error;
      this.#held = 0;
      this.#waiting = [];
    } finally {
      this.#writing = undefined;
    }
  }
}

/** A short write (a full disk, a signal) is gone on with, so that nothing is missing in silence. */
async function writeAll(handle: FileHandle, pieces: Uint8Array[], bytes: number): Promise<void> {
  const { bytesWritten } = await handle.writev(pieces);
  if (bytesWritten === bytes) return;
  const whole = Buffer.concat(pieces);
  for (let at = bytesWritten; at < whole.length;) {
    at += (await handle.write(whole, at)).bytesWritten;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  return undefined;
}
