/** Restores a backup into an empty data folder, and into an empty database where it is not in the folder. */
import { createWriteStream, existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { BackupFolder } from "../../backup/backup-folder.ts";
import type { ListedBlob } from "../../backup/blob-list.ts";
import type { Cipher } from "../../backup/cipher.ts";
import type { Manifest } from "../../backup/manifest.ts";
import type { Progress } from "../../backup/progress.ts";
import { restoreBackup, type RestoreTarget } from "../../backup/restore-backup.ts";
import { BLOB_FILES } from "../../media/blob-files.ts";
import type { FolderStorage } from "../../media/folder-storage.ts";
import type { S3Options } from "../../media/s3/s3-options.ts";
import { S3Storage } from "../../media/s3/s3-storage.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Db } from "../../store/db.ts";
import { makeFolder } from "../../store/make-folder.ts";
import { SQLITE_FILE } from "../../store/open.ts";
import { assertEmptyPostgres, restorePostgres } from "../../store/postgres/restore.ts";
import { setFilesPlace } from "../../store/queries/files/files-place.ts";
import { restoreSqlite } from "../../store/sqlite/restore.ts";
import { EXIT, ExitError } from "../exit-error.ts";
import { bucketOf, folderOf, MACHINE } from "../open-blobs.ts";
import { keyPath } from "../secret-key.ts";
import { filesFrom } from "../settings-options.ts";
import { random } from "../system.ts";
import { postgresOptions } from "./store-access.ts";

/** What a new disk has. */
const IGNORED: readonly string[] = ["lost+found"];

export interface RestoreOptions {
  readonly settings: Settings;
  readonly folder: BackupFolder;
  readonly name: string;
  readonly manifest: Manifest;
  readonly cipher: Cipher;
  readonly progress: Progress;
}

/** @throws ExitError when the settings name another engine, or the folder or the database is not empty */
export async function restore(options: RestoreOptions): Promise<void> {
  const { settings, folder, name, manifest, cipher, progress } = options;
  const engine = settings.database === "sqlite" || settings.database === "memory" ? settings.database : "postgres";
  if (engine !== manifest.engine)
    throw new ExitError(
      `the backup is of a store on ${manifest.engine}, and HELIOGRAM_DATABASE means ${engine}: a backup is restored to the same engine`,
      EXIT.refused,
    );
  const { data_dir } = settings;
  const [found] = existsSync(data_dir) ? readdirSync(data_dir).filter((each) => !IGNORED.includes(each)) : [];
  if (found !== undefined)
    throw new ExitError(
      `the data folder ${data_dir} is not empty (${found}): a backup is restored into an empty one`,
      EXIT.refused,
    );
  if (engine === "postgres") await assertEmptyPostgres(postgresOptions(settings));
  if (manifest.parts.key && settings.secret_key !== undefined)
    throw new ExitError(
      "the backup has a secret key, and HELIOGRAM_SECRET_KEY gives another one: unset it for the restore",
      EXIT.refused,
    );
  makeFolder(data_dir);
  await restoreBackup(folder, name, manifest, cipher, await targetOf(settings, manifest), progress);
}

async function targetOf(settings: Settings, { bucket_mark }: Manifest): Promise<RestoreTarget> {
  const { data_dir, database } = settings;
  const files = filesFrom(settings);
  const bucket = files && new S3Storage(files, { machine: MACHINE, mark: bucket_mark });
  // A bucket of another service is refused before anything is stored.
  await bucket?.claim();
  const blobs = bucket ? bucketTarget(bucket, data_dir) : folderTarget(await folderOf(data_dir), data_dir);
  return {
    async putKey(content) {
      await pipeline(content, createWriteStream(keyPath(settings), { mode: 0o600, flush: true }));
      await BLOB_FILES.sync(data_dir);
    },
    ...blobs,
    putStore: (content, schema) =>
      database === "sqlite"
        ? restoreSqlite(join(data_dir, SQLITE_FILE), content)
        : restorePostgres(postgresOptions(settings), schema, content),
  };
}

type BlobTarget = Pick<RestoreTarget, "hasBlob" | "putBlob">;

function folderTarget(folder: FolderStorage, data_dir: string): BlobTarget {
  return {
    hasBlob: async () => false,
    putBlob: (blob, read) =>
      throughFile(data_dir, blob, read, (path) => folder.store({ ...blob, path }, Promise.resolve())),
  };
}

function bucketTarget(bucket: S3Storage, data_dir: string): BlobTarget {
  return {
    hasBlob: async ({ sha256, size }) => (await bucket.size(sha256)) === size,
    putBlob: (blob, read) =>
      throughFile(data_dir, blob, read, (path) => bucket.store({ ...blob, path }, Promise.resolve())),
  };
}

/** Writes a blob to a temporary file, whose content is right when `read` has resolved, and stores it. */
async function throughFile(
  data_dir: string,
  { sha256 }: ListedBlob,
  read: Parameters<RestoreTarget["putBlob"]>[1],
  store: (path: string) => Promise<void>,
): Promise<void> {
  const folder = join(data_dir, "media", "tmp");
  makeFolder(folder);
  const path = join(folder, `restore-${sha256}`);
  try {
    await read((content) => pipeline(content, createWriteStream(path, { mode: 0o600 })));
    await store(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Notes that the restored store has its files in the bucket of the settings. Until then, a service on it does not start. */
export async function noteBucket(db: Db, files: S3Options): Promise<void> {
  const { bucket, mark } = await bucketOf(db, files, random);
  try {
    await bucket.claim();
    await db.write((tx) => setFilesPlace(tx, { mark }));
  } finally {
    bucket.close();
  }
}
