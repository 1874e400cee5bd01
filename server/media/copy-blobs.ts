/** Copies blobs from a folder to a bucket, or back. It can be repeated: what is there already is not copied again. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "../store/make-folder.ts";
import { ignoreMissing } from "./blob-files.ts";
import type { StoredBlob } from "./blob-storage.ts";
import type { FolderStorage } from "./folder-storage.ts";
import { BlobDamaged } from "./s3/s3-download.ts";
import type { S3Storage } from "./s3/s3-storage.ts";

/** Blobs that are copied at the same time. */
const MAX_COPIES_AT_ONCE = 8;

export interface Copied {
  /** Blobs that were copied now. */
  copied: number;
  copied_bytes: number;
  /** Blobs that were there already. */
  present: number;
  /** Hashes of blobs that have other content. They are not copied. */
  readonly damaged: string[];
}

/** @param onBlob called after each blob. @throws FilesUnavailable */
export function copyToBucket(folder: FolderStorage, bucket: S3Storage, onBlob: (sum: Copied) => void): Promise<Copied> {
  return copyEach(folder.list(), onBlob, async ({ sha256, size }) => {
    const path = folder.path(sha256);
    // The bucket is not asked first: a damaged blob is reported also where it was copied before it was damaged.
    if ((await hashOf(path)) !== sha256) throw new BlobDamaged(`the blob ${sha256} is damaged`);
    return bucket.copy({ path, size, sha256 });
  });
}

/**
 * @param temporary a folder on the same disk
 * @param onBlob called after each blob
 * @throws FilesUnavailable, NoSpace
 */
export async function copyToFolder(
  bucket: S3Storage,
  folder: FolderStorage,
  temporary: string,
  onBlob: (sum: Copied) => void,
): Promise<Copied> {
  makeFolder(temporary);
  return copyEach(bucket.list(), onBlob, async ({ sha256, size }) => {
    if ((await folder.size(sha256)) === size) return false;
    const path = join(temporary, `copy-${sha256}`);
    try {
      const content = size === 0 ? [] : await bucket.read(sha256, { start: 0, end: size - 1 });
      if (!content) return false;
      await pipeline(content, createWriteStream(path, { mode: 0o600 }));
      await folder.store({ path, size, sha256 }, Promise.resolve());
    } finally {
      await unlink(path).catch(ignoreMissing);
    }
    return true;
  });
}

/** @param copy resolves to whether the blob was copied, and not there already */
async function copyEach(
  blobs: AsyncIterable<StoredBlob>,
  onBlob: (sum: Copied) => void,
  copy: (blob: StoredBlob) => Promise<boolean>,
): Promise<Copied> {
  const sum: Copied = { copied: 0, copied_bytes: 0, present: 0, damaged: [] };
  const iterator = blobs[Symbol.asyncIterator]();
  const copySome = async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      await count(sum, value, copy);
      onBlob(sum);
    }
  };
  await Promise.all(Array.from({ length: MAX_COPIES_AT_ONCE }, copySome));
  return sum;
}

async function count(sum: Copied, blob: StoredBlob, copy: (blob: StoredBlob) => Promise<boolean>): Promise<void> {
  try {
    if (await copy(blob)) {
      sum.copied += 1;
      sum.copied_bytes += blob.size;
    } else sum.present += 1;
  } catch (error) {
    if (!(error instanceof BlobDamaged)) throw error;
    sum.damaged.push(blob.sha256);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
