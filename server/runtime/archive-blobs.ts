/** The files of a stopped service, for a command that reads them. */
import type { BlobReader } from "../export/archive-files.ts";
import type { Settings } from "../settings/settings.ts";
import type { Db } from "../store/db.ts";
import { areInBucket } from "../store/queries/files/files-place.ts";
import { S3Storage } from "../media/s3/s3-storage.ts";
import { EXIT, ExitError } from "./exit-error.ts";
import { folderOf, MACHINE } from "./open-blobs.ts";
import { filesFrom } from "./settings-options.ts";

export interface ArchiveBlobs extends AsyncDisposable {
  readonly reader: BlobReader;
}

/** @throws ExitError when the files are in a bucket that the settings do not name */
export async function openArchiveBlobs(settings: Settings, db: Db): Promise<ArchiveBlobs> {
  if (!(await db.read(areInBucket)))
    return { reader: await folderOf(settings.data_dir), [Symbol.asyncDispose]: async () => {} };
  const files = filesFrom(settings);
  if (!files) throw new ExitError("the files of this service are in a bucket: set HELIOGRAM_FILES_URL", EXIT.refused);
  const reader = new S3Storage(files, { machine: MACHINE, mark: undefined });
  return { reader, [Symbol.asyncDispose]: async () => reader.close() };
}
