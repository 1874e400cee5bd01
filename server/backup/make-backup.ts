/** Makes a backup of one state of a store and of its files. */
import { BLOB_FILES } from "../media/blob-files.ts";
import { makeFolder } from "../store/make-folder.ts";
import type { StoreSnapshot } from "../store/backup.ts";
import type { BackupFolder } from "./backup-folder.ts";
import type { Cipher } from "./cipher.ts";
import { BlobCopier, type BlobSource } from "./copy-blobs.ts";
import { FORMAT, writeManifest, type Manifest } from "./manifest.ts";
import { writePart } from "./parts.ts";
import type { Progress } from "./progress.ts";
import { join } from "node:path";

export interface BackupInput {
  readonly folder: BackupFolder;
  readonly cipher: Cipher;
  /** Its blobs must stay while the backup is made. */
  readonly snapshot: StoreSnapshot;
  /** Where the files of the service are. */
  readonly blobs: BlobSource;
  /** The file of the secret key; `undefined` where the settings give the key. */
  readonly key: Buffer | undefined;
  /** When the backup began, as ISO 8601. */
  readonly made_at: string;
  readonly made_by: string;
  readonly progress: Progress;
}

export interface MadeBackup {
  readonly name: string;
  readonly manifest: Manifest;
  /** The folder of the backup. */
  readonly path: string;
  /** Blobs that were not in the folder, and their bytes. */
  readonly copied: number;
  readonly copied_bytes: number;
}

/** The manifest is written last: a backup that was interrupted has none. @throws FilesUnavailable, and errors of disks */
export async function makeBackup(input: BackupInput): Promise<MadeBackup> {
  const { folder, cipher, snapshot, progress, made_at, made_by } = input;
  const { name, path } = await makeNew(folder, made_at);
  progress.begin("database", "bytes", snapshot.content_bytes);
  const partAt = (file: string) => join(path, `${file}.zst${cipher.suffix}`);
  const store = await writePart(partAt("store"), snapshot.content(), cipher, (bytes) => progress.advance(bytes));
  const { facts } = snapshot;
  progress.begin("files", "files", facts.blobs);
  const copier = new BlobCopier(input.blobs, folder, cipher, () => progress.advance(1));
  const files = await writePart(partAt("files"), copier.copy(snapshot.blobs()), cipher);
  const key = input.key && (await writePart(partAt("key"), once(input.key), cipher));
  const { sum } = copier;
  const manifest: Manifest = {
    format: FORMAT,
    made_at,
    made_by,
    ...facts,
    files: sum.files,
    files_bytes: sum.bytes,
    missing: sum.missing,
    parts: { store, files, ...(key && { key }) },
  };
  await writeManifest(path, manifest);
  await BLOB_FILES.sync(path);
  await BLOB_FILES.sync(join(folder.path, "backups"));
  progress.end();
  return { name, manifest, path, copied: sum.copied, copied_bytes: sum.copied_bytes };
}

/** A new folder, named by the time; a second one of a second gets a number. */
async function makeNew(
  folder: BackupFolder,
  made_at: string,
): Promise<{ readonly name: string; readonly path: string }> {
  const stem = made_at.replace(/\.\d+/, "").replaceAll(":", "-");
  const names = await folder.names();
  let name = stem;
  for (let n = 2; names.includes(name); n++) name = `${stem}-${n}`;
  const path = folder.of(name);
  makeFolder(path);
  return { name, path };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
