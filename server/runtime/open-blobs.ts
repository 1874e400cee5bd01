/** Opens the files of a service: the temporary ones, and the blobs in the data folder or in a bucket. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { ResolveName } from "../egress/lookup.ts";
import { FolderStorage } from "../media/folder-storage.ts";
import type { BlobStorage } from "../media/blob-storage.ts";
import { BLOB_FILES, type BlobFiles } from "../media/blob-files.ts";
import { BlobStore, GRACE_MS } from "../media/blob-store.ts";
import type { S3Machine, S3Options } from "../media/s3/s3-options.ts";
import type { S3Watch } from "../media/s3/s3-client.ts";
import { S3Storage, type S3StorageOptions } from "../media/s3/s3-storage.ts";
import { FilesUnavailable } from "../media/upload.ts";
import type { Log } from "../operations/log.ts";
import type { RetentionClock } from "../ports/retention-clock.ts";
import type { Random } from "../ports/random.ts";
import type { Db } from "../store/db.ts";
import { areInBucket, filesMark, hasFiles, setFilesPlace } from "../store/queries/files/files-place.ts";
import { expectBlobs } from "../store/queries/files/released-files.ts";
import { yieldToEventLoop } from "./event-loop.ts";
import { EXIT, ExitError } from "./exit-error.ts";
import { minorCollector } from "./gc.ts";
import { clock as machineClock, random as machineRandom } from "./system.ts";

/** Temporary files of one account, counted at the largest size: two media groups. */
const MAX_TEMPORARY_FILES = 20;
/** Seconds that storing a blob may take. */
const STORING_S = 60;
const MARK_BYTES = 16;
/** Signatures and deadlines of requests to a bucket follow the clock of the machine, also in tests. */
export const MACHINE: S3Machine = {
  clock: machineClock,
  fraction: () => machineRandom.fraction(),
  readDate: (text) => Date.parse(text),
  writeDate: (at_ms) => new Date(at_ms).toISOString(),
};
/** How often, and after which time, an upload looks whether the removal of the same content has ended. */
const REMOVAL_WAITS = 50;
const REMOVAL_WAIT_MS = 50;

/** The options of a service that concern its files. */
export interface FilesOptions {
  readonly data_dir: string;
  readonly limits: MediaLimits;
  /** The bucket in which files are stored; `undefined` for the data folder. */
  readonly files: S3Options | undefined;
  /** Uploads are refused when the disk of the data folder has fewer free bytes. */
  readonly min_free_bytes: number;
  readonly random: Random;
  readonly log: Log;
  /** Resolves host names; by default the resolver of the system. */
  readonly resolve?: ResolveName;
  /** Given by tests alone: the functions that write files, and the time and chance of requests to the bucket. */
  readonly blob_files?: BlobFiles;
  readonly bucket_machine?: S3Machine;
}

/**
 * @param answered called when the store of files has done what it was asked for
 * @throws ExitError when the bucket cannot be used, or the files are elsewhere
 */
export async function openBlobs(
  options: FilesOptions,
  db: Db,
  retention: RetentionClock,
  answered: () => void,
): Promise<BlobStore> {
  const { data_dir, limits, random } = options;
  const onBytes = minorCollector();
  const expectedUntil_s = () => Math.ceil((retention.read() + GRACE_MS) / 1000) + STORING_S;
  return BlobStore.open(`${data_dir}/media`, {
    bytes: random.bytes,
    onBytes,
    now_ms: () => retention.read(),
    turn: yieldToEventLoop,
    after: machineClock.after,
    reserve_bytes: options.min_free_bytes,
    max_temporary_bytes: MAX_TEMPORARY_FILES * Math.max(...Object.values(limits)),
    expect: (hashes) => expect(() => db.write((tx) => expectBlobs(tx, hashes, expectedUntil_s()))),
    files: options.blob_files,
    storage: await openBucket(options, db, { answered, onBytes }),
  });
}

/** Repeats until no blob is being removed. @throws FilesUnavailable when that takes long: a removal was interrupted */
async function expect(schedule: () => Promise<boolean>): Promise<void> {
  for (let waits = 0; !(await schedule()); waits++) {
    if (waits === REMOVAL_WAITS)
      throw new FilesUnavailable(new Error("a removal of the same content has been interrupted"));
    await new Promise<void>((done) => machineClock.after(REMOVAL_WAIT_MS, done));
  }
}

/** @returns the bucket of the settings; `undefined` if files are stored in the data folder */
async function openBucket(options: FilesOptions, db: Db, watch: S3Watch): Promise<BlobStorage | undefined> {
  const { files, random, log } = options;
  const inBucket = await db.read(areInBucket);
  if (!files) {
    if (!inBucket) return undefined;
    throw new ExitError(
      'the files of this service are in a bucket: set HELIOGRAM_FILES_URL, or bring them back by "heliogram files copy --to folder"',
      EXIT.refused,
    );
  }
  if (!inBucket && (await db.read(hasFiles)))
    throw new ExitError(
      'the files of this service are in the data folder: copy them to the bucket by "heliogram files copy --to bucket", or remove HELIOGRAM_FILES_URL',
      EXIT.refused,
    );
  const { bucket, mark } = await bucketOf(db, files, random, {
    watch,
    resolve: options.resolve,
    warn: (sentence) => log.warn({}, sentence),
    ...(options.bucket_machine && { machine: options.bucket_machine }),
  });
  await using opening = new AsyncDisposableStack();
  opening.adopt(bucket, (opened) => opened.close());
  await claim(bucket, inBucket, log);
  if (!inBucket) await db.write((tx) => setFilesPlace(tx, { mark }));
  opening.move();
  return bucket;
}

/** The bucket for the files of a store. It is not claimed yet. */
export async function bucketOf(
  db: Db,
  files: S3Options,
  random: Random,
  options: Partial<S3StorageOptions> = {},
): Promise<{ readonly bucket: S3Storage; readonly mark: string }> {
  const mark = await db.write((tx) => filesMark(tx, random.bytes(MARK_BYTES).toString("hex")));
  return { bucket: new S3Storage(files, { machine: MACHINE, ...options, mark }), mark };
}

/** The folder for the files of a store. */
export function folderOf(data_dir: string): Promise<FolderStorage> {
  return FolderStorage.open(`${data_dir}/media/blobs`, { files: BLOB_FILES, now_ms: () => machineClock.now() });
}

/** An outage does not prevent a start: everything but files works, and the bucket is checked before it is changed. */
async function claim(bucket: S3Storage, isKnown: boolean, log: Log): Promise<void> {
  try {
    await bucket.claim();
  } catch (error) {
    if (isKnown && error instanceof FilesUnavailable) {
      log.warn({ err: error }, "the store of files does not answer: files can be neither sent nor read until it does");
      return;
    }
    throw new ExitError(`the bucket of HELIOGRAM_FILES_URL cannot be used: ${(error as Error).message}`, EXIT.refused, {
      cause: error,
    });
  }
}
