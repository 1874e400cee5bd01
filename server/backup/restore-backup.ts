/** Restores a backup: the key, the files and the store, in this order, so that a store is there only when all is. */
import { join } from "node:path";
import type { BackupFolder } from "./backup-folder.ts";
import { blobsIn, type ListedBlob } from "./blob-list.ts";
import type { Cipher } from "./cipher.ts";
import type { Manifest } from "./manifest.ts";
import { readPart } from "./parts.ts";
import type { Progress } from "./progress.ts";
import { readStoredBlob } from "./stored-blob.ts";

type Content = AsyncIterable<Uint8Array>;

/** Where a backup is restored to. */
export interface RestoreTarget {
  /** Stores the file of the secret key. */
  putKey(content: Content): Promise<void>;
  /** Whether a blob is there already, as after a restore into the same bucket. */
  hasBlob(blob: ListedBlob): Promise<boolean>;
  /** Stores a blob. `read` passes its content to a function, and rejects where it is damaged. */
  putBlob(blob: ListedBlob, read: (consume: (content: Content) => Promise<void>) => Promise<void>): Promise<void>;
  /** Stores the content of the store. If `content` ends by an error, no store may be there. */
  putStore(content: Content, schema: number): Promise<void>;
}

/** Blobs that are restored at the same time. */
const BLOBS_AT_ONCE = 8;

/** @throws BackupDamaged, and errors of the target; what is restored already stays */
export async function restoreBackup(
  folder: BackupFolder,
  name: string,
  manifest: Manifest,
  cipher: Cipher,
  target: RestoreTarget,
  progress: Progress,
): Promise<void> {
  const { parts, files, schema } = manifest;
  const pathOf = (part: { readonly file: string }) => join(folder.of(name), part.file);
  if (parts.key) await readPart(pathOf(parts.key), parts.key, cipher, (content) => target.putKey(content));
  progress.begin("files", "files", files);
  const restoreBlob = async (blob: ListedBlob) => {
    if (!(await target.hasBlob(blob)))
      await target.putBlob(blob, (consume) => readStoredBlob(folder, cipher, blob, consume));
    progress.advance(1);
  };
  await readPart(pathOf(parts.files), parts.files, cipher, (content) => forEach(blobsIn(content), restoreBlob));
  progress.begin("database", "bytes", parts.store.content_bytes);
  const counted = async function* (content: Content) {
    for await (const chunk of content) {
      progress.advance(chunk.length);
      yield chunk;
    }
  };
  await readPart(pathOf(parts.store), parts.store, cipher, (content) => target.putStore(counted(content), schema));
  progress.end();
}

async function forEach(blobs: AsyncIterable<ListedBlob>, work: (blob: ListedBlob) => Promise<void>): Promise<void> {
  const iterator = blobs[Symbol.asyncIterator]();
  const workSome = async () => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done) return;
      await work(value);
    }
  };
  await Promise.all(Array.from({ length: BLOBS_AT_ONCE }, workSome));
}
