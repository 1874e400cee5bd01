/** Blobs on disk: every content once, under the name of its hash; what is not finished lies apart. */
import { createReadStream, type ReadStream } from "node:fs";
import { mkdir, readdir, rename, stat, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { BLOB_FILES, ignoreMissing, noSpaceOr, type BlobFiles } from "./blob-files.ts";
import { DiskUpload } from "./disk-upload.ts";
import { BytesUnderWay } from "./under-way.ts";
import { NoSpace, type FinishedUpload, type Upload, type UploadSink } from "./upload.ts";

const READ_BYTES = 512 * 1024;
/** Bytes that may pass before the memory of those before them is freed. */
const PASSING_BYTES = 8 * 1024 * 1024;
/** Bytes that may be written before the free space is looked at again. */
const UNCHECKED_BYTES = 16 * 1024 * 1024;

export interface Range {
  /** The first byte, and the last, both included. */
  readonly start: number;
  readonly end: number;
}

export interface DiskOptions {
  /** Random bytes, which name the temporary files. */
  readonly bytes: (length: number) => Buffer;
  /** Gives back the memory of pieces that nobody holds any more. */
  readonly free: () => void;
  readonly now_ms: () => number;
  /** Free bytes below which nothing is written: they are left to messages, which cannot do without. */
  readonly reserve_bytes: number;
  /** Bytes of one account that may lie in temporary files. */
  readonly under_way_bytes: number;
  /** Told the hashes of blobs before they are kept. Keeping goes on when it resolves: whoever is told looks after them. */
  readonly expect: (hashes: readonly string[]) => Promise<void>;
  readonly files?: BlobFiles | undefined;
}

/** Milliseconds that a blob stays after it was kept: the transaction that is to refer to it may be under way. */
export const SPARED_MS = 24 * 60 * 60_000;

export class DiskBlobs {
  readonly #blobs: string;
  readonly #temporary: string;
  readonly #options: DiskOptions;
  readonly #files: BlobFiles;
  readonly #under_way: BytesUnderWay;
  /** What changes a blob, by hash, so that nothing else does at the same time. */
  readonly #changing = new Map<string, Promise<void>>();
  #passed = 0;
  #unchecked = Infinity;

  private constructor(dir: string, options: DiskOptions) {
    this.#options = options;
    this.#files = options.files ?? BLOB_FILES;
    this.#under_way = new BytesUnderWay(options.under_way_bytes);
    this.#blobs = join(dir, "blobs");
    this.#temporary = join(dir, "tmp");
  }

  /** Opens the store in a folder, made if need be. */
  static async open(dir: string, options: DiskOptions): Promise<DiskBlobs> {
    const blobs = new DiskBlobs(dir, options);
    await mkdir(blobs.#blobs, { recursive: true });
    await mkdir(blobs.#temporary, { recursive: true });
    return blobs;
  }

  /** Where an account's uploads go. */
  uploadsOf(account_id: number): UploadSink {
    return { open: () => this.#open((path, bytes) => this.#under_way.add(path, account_id, bytes)) };
  }

  #open(onBytes: (path: string, bytes: number) => void): Upload {
    const path = join(this.#temporary, this.#options.bytes(16).toString("hex"));
    return new DiskUpload({
      files: this.#files,
      path,
      onBytes: (bytes) => {
        onBytes(path, bytes);
        this.#pass(bytes);
      },
      makeRoom: (bytes) => this.#makeRoom(bytes),
      onGone: () => this.#under_way.gone(path),
    });
  }

  /**
   * Moves finished uploads to their lasting places. When it resolves, a power cut cannot take a blob away, nor can
   * maintenance within its time: a blob that was there already is as young as a new one.
   * @throws NoSpace, and what `expect` raises; uploads that are not kept are left where they are
   */
  async keep(...uploads: readonly FinishedUpload[]): Promise<void> {
    const expected = this.#options.expect(uploads.map(({ sha256 }) => sha256));
    // A failure is met below, once the files are synced.
    expected.catch(() => {});
    for (const upload of uploads) {
      try {
        await this.#alone(upload.sha256, () => this.#keep(upload, expected));
      } catch (error) {
        throw noSpaceOr(error);
      }
      this.#under_way.gone(upload.path);
    }
  }

  async #keep(upload: FinishedUpload, expected: Promise<void>): Promise<void> {
    const folder = join(this.#blobs, upload.sha256.slice(0, 2));
    const place = this.path(upload.sha256);
    if (await this.#isWhole(place, upload.size)) {
      await expected;
      await this.#renew(place);
      await unlink(upload.path).catch(ignoreMissing);
    } else {
      await mkdir(folder, { recursive: true });
      await this.#renew(upload.path);
      await this.#files.sync(upload.path);
      await expected;
      await rename(upload.path, place);
    }
    // Also where the blob was there: whoever put it there may have failed before this.
    await this.#files.sync(folder);
    await this.#files.sync(this.#blobs);
  }

  /** Writes bytes that the service itself has made to a temporary file. @throws NoSpace */
  async stash(bytes: Uint8Array): Promise<FinishedUpload> {
    const upload = this.#open(() => {});
    try {
      upload.write(bytes);
      return await upload.finish();
    } catch (error) {
      await upload.abort();
      throw error;
    }
  }

  /** Removes a finished upload that nobody wants, if it is there. */
  async drop(upload: FinishedUpload): Promise<void> {
    await unlink(upload.path).catch(ignoreMissing);
    this.#under_way.gone(upload.path);
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await stat(this.path(sha256)).catch(ignoreMissing))?.size;
  }

  /** Where a blob's bytes are. */
  path(sha256: string): string {
    return join(this.#blobs, sha256.slice(0, 2), sha256.slice(2));
  }

  /** The bytes of a blob, or of a range of it. */
  read(sha256: string, range: Range): ReadStream {
    const stream = createReadStream(this.path(sha256), { ...range, highWaterMark: READ_BYTES });
    return stream.on("data", (piece) => this.#pass(piece.length));
  }

  /** Removes a blob unless it was kept, or kept again, since `before_ms`. @returns whether it is gone */
  async removeOlder(sha256: string, before_ms: number): Promise<boolean> {
    let isGone = true;
    await this.#alone(sha256, async () => {
      const found = await stat(this.path(sha256)).catch(ignoreMissing);
      if (found && found.mtimeMs >= before_ms) isGone = false;
      else if (found) await unlink(this.path(sha256)).catch(ignoreMissing);
    });
    return isGone;
  }

  /**
   * Up to `limit` hashes of blobs after `after`, in their order, of one folder: there may be more in the next.
   * @returns them, and where to go on; "" at the end
   */
  async page(after: string, limit: number): Promise<{ readonly hashes: readonly string[]; readonly next: string }> {
    const folders = (await readdir(this.#blobs)).sort();
    const folder = folders.find((name) => name >= after.slice(0, 2));
    if (folder === undefined) return { hashes: [], next: "" };
    const all = (await readdir(join(this.#blobs, folder))).map((name) => folder + name).sort();
    const hashes = all.filter((sha256) => sha256 > after).slice(0, limit);
    if (hashes.length === limit) return { hashes, next: hashes.at(-1)! };
    return { hashes, next: folders.find((name) => name > folder) ?? "" };
  }

  /** Every blob with its size in bytes and when it was kept last. */
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
  disk(): Promise<{ readonly free_bytes: number; readonly total_bytes: number }> {
    return this.#files.disk(this.#blobs);
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

  async #isWhole(place: string, size: number): Promise<boolean> {
    return (await stat(place).catch(ignoreMissing))?.size === size;
  }

  /** Gives a file the time of the clock that the sweep goes by, which may differ from the disk's. */
  async #renew(path: string): Promise<void> {
    const now_s = this.#options.now_ms() / 1000;
    await utimes(path, now_s, now_s);
  }

  /** Runs what changes a blob once all that came before on the same blob has ended. */
  async #alone(sha256: string, change: () => Promise<void>): Promise<void> {
    const changed = (this.#changing.get(sha256) ?? Promise.resolve()).then(change);
    const ended = changed.catch(() => {});
    this.#changing.set(sha256, ended);
    try {
      await changed;
    } finally {
      if (this.#changing.get(sha256) === ended) this.#changing.delete(sha256);
    }
  }

  async #makeRoom(bytes: number): Promise<void> {
    this.#unchecked += bytes;
    if (this.#unchecked < UNCHECKED_BYTES) return;
    const { free_bytes } = await this.disk();
    // Where there is little room, every piece is checked.
    if (free_bytes < this.#options.reserve_bytes + bytes) throw new NoSpace();
    if (free_bytes > this.#options.reserve_bytes + 4 * UNCHECKED_BYTES) this.#unchecked = 0;
  }

  #pass(bytes: number): void {
    this.#passed += bytes;
    if (this.#passed < PASSING_BYTES) return;
    this.#passed = 0;
    this.#options.free();
  }
}
