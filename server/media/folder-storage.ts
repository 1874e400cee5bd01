/** Blobs in a folder of the local disk. */
import { open, readdir, rename, stat, unlink, utimes } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../store/make-folder.ts";
import type { BlobFiles } from "./blob-files.ts";
import { ignoreMissing, noSpaceOr } from "./blob-files.ts";
import type { BlobContent, BlobPage, BlobStorage, Range, Removal, StoredBlob } from "./blob-storage.ts";
import { FileContent } from "./file-content.ts";
import type { FinishedUpload } from "./upload.ts";

interface FolderOptions {
  readonly files: BlobFiles;
  readonly now_ms: () => number;
}

export class FolderStorage implements BlobStorage {
  readonly movesUploads = true;
  readonly part_bytes = undefined;
  readonly #folder: string;
  readonly #files: BlobFiles;
  readonly #now_ms: () => number;
  /** The last operation on each blob, by hash: operations on one blob run one after another. */
  readonly #changing = new Map<string, Promise<void>>();

  private constructor(folder: string, { files, now_ms }: FolderOptions) {
    this.#folder = folder;
    this.#files = files;
    this.#now_ms = now_ms;
  }

  /** Opens a folder, which is created if it is missing. */
  static async open(folder: string, options: FolderOptions): Promise<FolderStorage> {
    makeFolder(folder);
    return new FolderStorage(folder, options);
  }

  async store(upload: FinishedUpload, expected: Promise<void>): Promise<void> {
    try {
      await this.#serialize(upload.sha256, () => this.#store(upload, expected));
    } catch (error) {
      throw noSpaceOr(error);
    }
  }

  async #store(upload: FinishedUpload, expected: Promise<void>): Promise<void> {
    const folder = join(this.#folder, upload.sha256.slice(0, 2));
    const path = this.path(upload.sha256);
    if ((await this.size(upload.sha256)) === upload.size) {
      await expected;
      await this.#touch(path);
      await unlink(upload.path).catch(ignoreMissing);
    } else {
      makeFolder(folder);
      await this.#touch(upload.path);
      await this.#files.sync(upload.path);
      await expected;
      await rename(upload.path, path);
    }
    // Also for an existing blob: the process that stored it may have crashed before syncing the folder.
    await this.#files.sync(folder);
    await this.#files.sync(this.#folder);
  }

  async size(sha256: string): Promise<number | undefined> {
    return (await stat(this.path(sha256)).catch(ignoreMissing))?.size;
  }

  async read(sha256: string, range: Range): Promise<BlobContent | undefined> {
    const handle = await open(this.path(sha256)).catch(ignoreMissing);
    return handle && new FileContent(handle, range);
  }

  removal(before_ms: number): Removal {
    return (sha256) => this.#removeOlder(sha256, before_ms);
  }

  async #removeOlder(sha256: string, before_ms: number): Promise<boolean> {
    let isGone = true;
    await this.#serialize(sha256, async () => {
      const path = this.path(sha256);
      const found = await stat(path).catch(ignoreMissing);
      if (found && found.mtimeMs >= before_ms) isGone = false;
      else if (found) await unlink(path).catch(ignoreMissing);
    });
    return isGone;
  }

  /** A page has the hashes of one subfolder. */
  async page(after: string, limit: number): Promise<BlobPage> {
    const folders = (await readdir(this.#folder)).sort();
    const folder = folders.find((name) => name >= after.slice(0, 2));
    if (folder === undefined) return { hashes: [], next: "" };
    const all = (await readdir(join(this.#folder, folder))).map((name) => folder + name).sort();
    const hashes = all.filter((sha256) => sha256 > after).slice(0, limit);
    if (hashes.length === limit) return { hashes, next: hashes.at(-1)! };
    return { hashes, next: folders.find((name) => name > folder) ?? "" };
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const folder of await readdir(this.#folder)) {
      for (const name of await readdir(join(this.#folder, folder))) {
        const size = await this.size(folder + name);
        if (size !== undefined) yield { sha256: folder + name, size };
      }
    }
  }

  /** Uploads are cut off in temporary files alone. */
  async removeAbandoned(): Promise<void> {}

  close(): void {}

  /** The path of a blob. */
  path(sha256: string): string {
    return join(this.#folder, sha256.slice(0, 2), sha256.slice(2));
  }

  /** Sets the time of a file by the service's clock, which maintenance uses; the clock of a network disk may differ. */
  async #touch(path: string): Promise<void> {
    const now_s = this.#now_ms() / 1000;
    await utimes(path, now_s, now_s);
  }

  /** Runs an operation on a blob after all earlier operations on the same blob. */
  async #serialize(sha256: string, change: () => Promise<void>): Promise<void> {
    const changed = (this.#changing.get(sha256) ?? Promise.resolve()).then(change);
    const ended = changed.catch(() => {});
    this.#changing.set(sha256, ended);
    try {
      await changed;
    } finally {
      if (this.#changing.get(sha256) === ended) this.#changing.delete(sha256);
    }
  }
}
