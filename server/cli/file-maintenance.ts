/** Removes files that nothing refers to any more, and blobs that no file has (behaviour.md §5). */
import { SPARED_MS, type DiskBlobs } from "../media/disk.ts";
import { findMeta, setMeta } from "../store/counters.ts";
import type { Db } from "../store/db.ts";
import {
  blobsToCheck,
  checkForgottenBlobs,
  endBlobChecks,
  putOffBlobCheck,
  releaseForgotten,
  scheduleReleased,
  settleReleased,
  type BlobToCheck,
} from "../store/released-files.ts";
import { inPages } from "./pages.ts";

const DAY_S = 86_400;
/** Files or blobs of one transaction: a few milliseconds. */
const PAGE = 50;
/** Rows of one transaction that changes them all by one statement. */
const LONG_PAGE = 500;
/** Between closing a file and removing it: no transaction takes that long. */
const CLOSED_S = 5 * 60;
/** When a blob that was kept again meanwhile is looked at next. */
const YOUNG_S = 60 * 60;
/** Files, and blobs of one folder, that a round looks at though nothing is known to have changed. */
const SWEPT = 500;
/** Where the sweeps go on, in `meta`. */
const FILE_CURSOR = "file_sweep";
const BLOB_CURSOR = "blob_sweep";

/** Looks at the files that have lost a reference. */
export async function removeReleased(db: Db, now_s: number, days: number, signal: AbortSignal): Promise<void> {
  const due_s = now_s + Math.ceil(days * DAY_S);
  await inPages(signal, () => db.write((tx) => scheduleReleased(tx, due_s, LONG_PAGE)));
  await inPages(signal, () => db.write((tx) => settleReleased(tx, now_s, now_s + CLOSED_S, PAGE)));
}

/** Looks at the blobs that may have no file. What is removed twice, because the service ended in between, is no fault. */
export async function removeBlobs(db: Db, blobs: DiskBlobs, now_ms: number, signal: AbortSignal): Promise<void> {
  const now_s = Math.floor(now_ms / 1000);
  await inPages(signal, async () => {
    const due = await db.read((tx) => blobsToCheck(tx, now_s, PAGE));
    const ended: BlobToCheck[] = [];
    const young: BlobToCheck[] = [];
    for (const blob of due) {
      const isOver = blob.is_used === 1 || (await blobs.removeOlder(blob.sha256, now_ms - SPARED_MS));
      (isOver ? ended : young).push(blob);
    }
    if (due.length === 0) return false;
    await db.write(async (tx) => {
      await endBlobChecks(tx, ended);
      for (const each of young) await putOffBlobCheck(tx, each, now_s + YOUNG_S);
    });
    return due.length === PAGE;
  });
}

/**
 * Goes on a little through all files and blobs, looking for those that nothing refers to and nobody has noted: what a restored
 * backup, a damaged disk or an earlier version has left. A round costs the same however many there are.
 */
export async function sweepForgotten(db: Db, blobs: DiskBlobs, now_s: number): Promise<void> {
  await db.write(async (tx) => {
    const last = await releaseForgotten(tx, Number((await findMeta(tx, FILE_CURSOR)) ?? 0), SWEPT);
    await setMeta(tx, FILE_CURSOR, String(last));
  });
  const after = (await db.read((tx) => findMeta(tx, BLOB_CURSOR))) ?? "";
  const { hashes, next } = await blobs.page(after, SWEPT);
  for (let i = 0; i < hashes.length; i += PAGE)
    await db.write((tx) => checkForgottenBlobs(tx, hashes.slice(i, i + PAGE), now_s));
  if (next !== after) await db.write((tx) => setMeta(tx, BLOB_CURSOR, next));
}
