/** Backs a service up into a folder, while it runs or not. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BackupFolder } from "../../backup/backup-folder.ts";
import type { Cipher } from "../../backup/cipher.ts";
import type { BlobSource } from "../../backup/copy-blobs.ts";
import { makeBackup, type MadeBackup } from "../../backup/make-backup.ts";
import { keepNewest, type Removed } from "../../backup/keep-newest.ts";
import type { Progress } from "../../backup/progress.ts";
import { S3Storage } from "../../media/s3/s3-storage.ts";
import type { Settings } from "../../settings/settings.ts";
import { takeLock } from "../../store/sqlite/durable-storage.ts";
import { EXIT, ExitError } from "../exit-error.ts";
import { folderOf, MACHINE } from "../open-blobs.ts";
import { keyPath, subkey } from "../secret-key.ts";
import { filesFrom } from "../settings-options.ts";
import { clock, random } from "../system.ts";
import { ownVersion } from "../version.ts";
import { storeAccess, type AskService, type StoreAccess } from "./store-access.ts";

/** Seconds after which files may be removed again when a backup was killed. */
const HOLD_S = 60 * 60;
/** Milliseconds after which a running backup holds them anew. */
const RENEW_MS = 10 * 60_000;
const HOLD_ID_BYTES = 8;

export interface BackUpOptions {
  readonly settings: Settings;
  readonly folder: BackupFolder;
  readonly cipher: Cipher;
  readonly ask: AskService;
  readonly progress: Progress;
  /** How many backups of the folder stay, this one included; all of them by default. */
  readonly keep?: number | undefined;
}

/** A backup, and which older ones are gone; `undefined` if none was to be removed. */
export interface BackedUp extends MadeBackup {
  readonly older: Removed | undefined;
}

export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const { settings, folder, cipher, ask, progress, keep } = options;
  const to = folder.path;
  const access = storeAccess(settings, ask);
  const key = readKeyFile(settings);
  using stack = new DisposableStack();
  lock(stack, join(to, "backup.lock"), `another backup runs into ${to}`);
  await folder.removeUnfinished();
  const temporary = temporaryFor(stack, cipher, to, settings.data_dir);
  const made_at = MACHINE.writeDate(clock.now());
  const made = await withHold(access, async () => {
    const snapshot = await access.snapshot(temporary, progress);
    try {
      const blobs = await filesOf(settings, snapshot.facts.bucket_mark, stack);
      return await makeBackup({ folder, cipher, snapshot, blobs, key, made_at, made_by: ownVersion(), progress });
    } finally {
      await snapshot.close();
    }
  });
  const older = keep === undefined ? undefined : await keepNewest({ folder, cipher, made: made.name, keep, progress });
  return { ...made, older };
}

/** Runs `work` while no file is removed, also from stores whose service starts or stops meanwhile. */
async function withHold<T>(access: StoreAccess, work: () => Promise<T>): Promise<T> {
  const id = random.bytes(HOLD_ID_BYTES).toString("hex");
  const hold = () => access.hold({ id, until_s: Math.ceil(clock.now() / 1000) + HOLD_S });
  await hold();
  const failure = Promise.withResolvers<never>();
  const renewing = setInterval(() => void hold().catch(failure.reject), RENEW_MS);
  try {
    return await Promise.race([work(), failure.promise]);
  } finally {
    clearInterval(renewing);
    // Otherwise it ends by itself.
    await access.hold({ id }).catch(() => {});
  }
}

/**
 * The file for the copy of a database. Beside encrypted files nothing may be readable, so it is in the data folder then.
 * One that a killed backup has left is removed.
 */
function temporaryFor(stack: DisposableStack, cipher: Cipher, to: string, data_dir: string): string {
  const path = join(cipher.keepsSize ? to : data_dir, "backup.db");
  if (!cipher.keepsSize) lock(stack, `${path}.lock`, `another backup runs, which uses ${path}`);
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
  return path;
}

/** The file of the lock stays: whoever removed it could remove that of another process. */
function lock(stack: DisposableStack, file: string, sentence: string): void {
  const taken = takeLock(file);
  if (!taken) throw new ExitError(sentence, EXIT.refused);
  stack.defer(() => taken.close());
}

/** What makes the names of encrypted blobs: whoever has no key of the service cannot tell which files they are. */
export function blobNameKey(settings: Settings): Buffer {
  const text = settings.secret_key ?? readKeyFile(settings)!.toString("utf8").trim();
  return subkey(Buffer.from(text, "base64url"), "names in backups");
}

function readKeyFile(settings: Settings): Buffer | undefined {
  if (settings.secret_key !== undefined) return undefined;
  const path = keyPath(settings);
  if (existsSync(path)) return readFileSync(path);
  throw new ExitError(
    `the key ${path} is missing: run the command where the service has its data folder and its settings`,
    EXIT.refused,
  );
}

/** Where the files of the service are. They are only read. */
async function filesOf(
  settings: Settings,
  bucket_mark: string | undefined,
  stack: DisposableStack,
): Promise<BlobSource> {
  if (bucket_mark === undefined) return folderOf(settings.data_dir);
  const files = filesFrom(settings);
  if (!files) throw new ExitError("the files of this service are in a bucket: set HELIOGRAM_FILES_URL", EXIT.refused);
  const bucket = new S3Storage(files, { machine: MACHINE, mark: undefined });
  stack.defer(() => bucket.close());
  return bucket;
}
