/** Copies blobs of a store into a folder of backups, and lists them. What is there already is not copied again. */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { BLOB_FILES, ignoreMissing } from "../media/blob-files.ts";
import type { BlobStorage } from "../media/blob-storage.ts";
import { BlobDamaged } from "../media/s3/s3-download.ts";
import { makeFolder } from "../store/make-folder.ts";
import type { BackupFolder } from "./backup-folder.ts";
import { lineOf, type ListedBlob } from "./blob-list.ts";
import type { Cipher } from "./cipher.ts";

/** Blobs that are copied at the same time. */
const COPIES_AT_ONCE = 8;

/** Where blobs are read from. */
export type BlobSource = Pick<BlobStorage, "size" | "read">;

export interface CopiedBlobs {
  /** Blobs of the store that are in the folder, and their bytes. */
  files: number;
  bytes: number;
  /** Those that were not there already. */
  copied: number;
  copied_bytes: number;
  /** Hashes of blobs that are missing, or have other content, where the service has its files. */
  readonly missing: string[];
}

export class BlobCopier {
  readonly sum: CopiedBlobs = { files: 0, bytes: 0, copied: 0, copied_bytes: 0, missing: [] };
  readonly #source: BlobSource;
  readonly #folder: BackupFolder;
  readonly #cipher: Cipher;
  readonly #onBlob: () => void;
  /** Folders whose new names are not durable yet. */
  readonly #changed = new Set<string>();

  constructor(source: BlobSource, folder: BackupFolder, cipher: Cipher, onBlob: () => void) {
    this.#source = source;
    this.#folder = folder;
    this.#cipher = cipher;
    this.#onBlob = onBlob;
  }

  /** Copies pages of hashes. @returns the list of the blobs, a page at a time, each when it is copied */
  async *copy(pages: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
    makeFolder(this.#folder.unfinished);
    for await (const hashes of pages) {
      const lines: string[] = [];
      const queue = hashes.values();
      const copySome = async () => {
        for (const sha256 of queue) {
          const listed = await this.#copyOne(sha256);
          if (listed) lines.push(lineOf(listed));
          this.#onBlob();
        }
      };
      await Promise.all(Array.from({ length: COPIES_AT_ONCE }, copySome));
      yield Buffer.from(lines.join(""));
    }
    for (const folder of this.#changed) await BLOB_FILES.sync(folder);
    await BLOB_FILES.sync(join(this.#folder.path, "files"));
  }

  /** @returns `undefined` if the blob is missing */
  async #copyOne(sha256: string): Promise<ListedBlob | undefined> {
    const size = await this.#source.size(sha256);
    const name = this.#cipher.nameOf(sha256);
    const isThere = size !== undefined && (await this.#isThere(name, size));
    if (size === undefined || (!isThere && !(await this.#write(sha256, size, name)))) {
      this.sum.missing.push(sha256);
      return undefined;
    }
    this.sum.files += 1;
    this.sum.bytes += size;
    if (!isThere) {
      this.sum.copied += 1;
      this.sum.copied_bytes += size;
    }
    return { sha256, size, name };
  }

  /** Files get their names when they are complete and on disk. */
  async #isThere(name: string, size: number): Promise<boolean> {
    const found = await stat(this.#folder.blob(name, this.#cipher.suffix)).catch(ignoreMissing);
    return found !== undefined && (!this.#cipher.keepsSize || found.size === size);
  }

  /** @returns whether the blob could be read, and has the content of its name */
  async #write(sha256: string, size: number, name: string): Promise<boolean> {
    const unfinished = join(this.#folder.unfinished, name);
    const hash = createHash("sha256");
    try {
      const content = size === 0 ? [] : await this.#source.read(sha256, { start: 0, end: size - 1 });
      if (!content) return false;
      const plain = async function* () {
        for await (const chunk of content) {
          hash.update(chunk);
          // The chunk is valid until the next one is asked for, and may be written later.
          yield Buffer.from(chunk);
        }
      };
      await pipeline(this.#cipher.encrypt(plain()), createWriteStream(unfinished, { mode: 0o600, flush: true }));
      if (hash.digest("hex") !== sha256) return false;
      const path = this.#folder.blob(name, this.#cipher.suffix);
      makeFolder(dirname(path));
      await rename(unfinished, path);
      this.#changed.add(dirname(path));
      return true;
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error;
      return false;
    } finally {
      await rm(unfinished, { force: true });
    }
  }
}
