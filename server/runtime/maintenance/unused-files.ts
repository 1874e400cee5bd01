/** Deletes files that nothing refers to, and blobs that belong to no file (behaviour.md §5). */
import type { Removal } from "../../media/blob-storage.ts";
import type { BlobStore } from "../../media/blob-store.ts";
import { findMeta, setMeta } from "../../store/queries/service/counters.ts";
import type { Db, Tx } from "../../store/db.ts";
import { areFilesHeld } from "../../store/queries/files/file-holds.ts";
import {
  blobsToCheck,
  checkForgottenBlobs,
  claimRemovals,
  endBlobChecks,
  putOffBlobCheck,
  releaseForgotten,
  scheduleReleased,
  settleReleasedFiles,
  type BlobToCheck,
} from "../../store/queries/files/released-files.ts";
import { inBatches } from "./batches.ts";

const DAY_S = 86_400;
/** Files or blobs of one transaction, which takes a few milliseconds. */
const FILES_PER_TRANSACTION = 50;
/** Rows of one transaction that changes all of them by one statement. */
const LONG_PAGE = 500;
/** Seconds from closing a file to deleting it. No transaction that still refers to it takes that long. */
const CLOSED_S = 5 * 60;
/**
 * Seconds for which a removal is claimed. It is longer than the 15 minutes after which an S3 store refuses the requests of
 * the removal, so none that was delayed is executed later.
 */
const CLAIM_S = 20 * 60;
/** Seconds until a blob that was stored again meanwhile is checked again. */
const RECHECK_S = 60 * 60;
/** Files, and blobs of one folder, that each round checks without a known reason. */
const SWEEP_LIMIT = 500;
/** Keys in `meta` of the positions at which the sweeps continue. */
const FILE_CURSOR = "file_sweep";
const BLOB_CURSOR = "blob_sweep";

/** Deletes files whose last reference was removed more than `days` ago. */
export async function removeReleased(db: Db, now_s: number, days: number, signal: AbortSignal): Promise<void> {
  const due_s = now_s + Math.ceil(days * DAY_S);
  await inBatches(signal, () => db.write((tx) => scheduleReleased(tx, due_s, LONG_PAGE)));
  await inBatches(signal, () =>
    db.write((tx) => settleReleasedFiles(tx, now_s, now_s + CLOSED_S, FILES_PER_TRANSACTION)),
  );
}

/**
 * Deletes scheduled blobs that no file refers to. Each removal is claimed, because another node may store the same content.
 * @throws errors of the storage; a blob whose removal is in doubt stays claimed until it is tried again
 */
export async function removeUnusedBlobs(db: Db, blobs: BlobStore, now_ms: number, signal: AbortSignal): Promise<void> {
  const now_s = Math.floor(now_ms / 1000);
  await inBatches(signal, async () => {
    const due = await db.read((tx) => blobsToCheck(tx, now_s, FILES_PER_TRANSACTION));
    if (due.length === 0) return false;
    const remove = blobs.removal();
    const unused = due.filter(({ is_used }) => is_used === 0);
    const claimed = await db.write((tx) => claimUnlessHeld(tx, unused, now_s));
    if (!claimed) return false;
    const { gone, stored, untried, error } = await removeEach(claimed, remove);
    await db.write(async (tx) => {
      await endBlobChecks(tx, [...due.filter(({ is_used }) => is_used === 1), ...gone]);
      for (const each of stored) await putOffBlobCheck(tx, each, now_s + RECHECK_S);
      for (const each of untried) await putOffBlobCheck(tx, each, now_s);
    });
    if (error !== undefined) throw error;
    return due.length === FILES_PER_TRANSACTION;
  });
}

/**
 * The hold is looked at in the transaction of the claim. A backup that begins later does not list these blobs: they had no
 * file before, and none gets one before their check has ended.
 * @returns `undefined` while a backup holds the removal of blobs
 */
async function claimUnlessHeld(tx: Tx, unused: readonly BlobToCheck[], now_s: number) {
  return (await areFilesHeld(tx, now_s)) ? undefined : claimRemovals(tx, unused, now_s + CLAIM_S);
}

interface Removed {
  readonly gone: readonly BlobToCheck[];
  /** Stored again a short time ago. */
  readonly stored: readonly BlobToCheck[];
  readonly untried: readonly BlobToCheck[];
  /** The first failure, after which no further removal is tried. */
  readonly error?: unknown;
}

async function removeEach(claimed: readonly BlobToCheck[], remove: Removal): Promise<Removed> {
  const [gone, stored]: [BlobToCheck[], BlobToCheck[]] = [[], []];
  for (const [i, blob] of claimed.entries()) {
    try {
      if (await remove(blob.sha256)) gone.push(blob);
      else stored.push(blob);
    } catch (error) {
      return { gone, stored, untried: claimed.slice(i + 1), error };
    }
  }
  return { gone, stored, untried: [] };
}

/**
 * Checks the next part of all files and blobs for ones that nothing refers to and no check is scheduled for. A restored
 * backup, a damaged disk or an earlier version can leave such files. The cost of a round does not depend on their number.
 */
export async function sweepUnreferenced(db: Db, blobs: BlobStore, now_s: number): Promise<void> {
  await db.write(async (tx) => {
    const last = await releaseForgotten(tx, Number((await findMeta(tx, FILE_CURSOR)) ?? 0), SWEEP_LIMIT);
    await setMeta(tx, FILE_CURSOR, String(last));
  });
  const after = (await db.read((tx) => findMeta(tx, BLOB_CURSOR))) ?? "";
  const { hashes, next } = await blobs.page(after, SWEEP_LIMIT);
  for (let i = 0; i < hashes.length; i += FILES_PER_TRANSACTION)
    await db.write((tx) => checkForgottenBlobs(tx, hashes.slice(i, i + FILES_PER_TRANSACTION), now_s));
  if (next !== after) await db.write((tx) => setMeta(tx, BLOB_CURSOR, next));
}
