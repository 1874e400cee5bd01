/** Copies the files of a store between the data folder and the bucket of the settings. */
import { copyToBucket, copyToFolder, type Copied } from "../media/copy-blobs.ts";
import { S3Storage } from "../media/s3/s3-storage.ts";
import type { Db } from "../store/db.ts";
import { setFilesPlace } from "../store/queries/files/files-place.ts";
import type { S3Options } from "../media/s3/s3-options.ts";
import { bucketOf, folderOf, MACHINE } from "./open-blobs.ts";
import { random } from "./system.ts";

export interface CopyOptions {
  readonly to: "bucket" | "folder";
  readonly data_dir: string;
  readonly files: S3Options;
  /** The store; `undefined` while a service runs on it: then blobs are copied, and the service goes on as it is. */
  readonly db: Db | undefined;
  readonly onProgress: (sum: Copied) => void;
}

/** Copies all blobs. From then on, the service starts with its files at the new place, if none of them is damaged. */
export async function copyFiles({ to, data_dir, files, db, onProgress }: CopyOptions): Promise<Copied> {
  const known = db && (await bucketOf(db, files, random));
  // Without its mark, the bucket is only added to. Whose it is, is checked when the copy is completed.
  const bucket = known?.bucket ?? new S3Storage(files, { machine: MACHINE, mark: undefined });
  try {
    await bucket.claim();
    const folder = await folderOf(data_dir);
    const sum = await (to === "bucket"
      ? copyToBucket(folder, bucket, onProgress)
      : copyToFolder(bucket, folder, `${data_dir}/media/tmp`, onProgress));
    const place = to === "bucket" && known ? { mark: known.mark } : "folder";
    if (sum.damaged.length === 0) await db?.write((tx) => setFilesPlace(tx, place));
    return sum;
  } finally {
    bucket.close();
  }
}
