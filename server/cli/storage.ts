/** Measures what the service takes up on disk, for all who ask at about the same time once. */
import type { StorageUse } from "@heliogram/shared/administration.ts";
import type { DiskBlobs } from "../media/disk.ts";
import { measureFiles } from "../media/use.ts";
import type { Clock } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";

/** Looking at every file takes a while where there are many: a measurement is good this long. */
const GOOD_MS = 60_000;

/** @returns what methods ask for the use of storage */
export function storageMeter(db: Db, blobs: DiskBlobs, clock: Clock): () => Promise<StorageUse> {
  let last: { readonly at_ms: number; readonly use: Promise<StorageUse> } | undefined;
  return () => {
    const at_ms = clock.elapsed();
    if (last && at_ms - last.at_ms < GOOD_MS) return last.use;
    const use = measure(db, blobs, Math.floor(clock.now() / 1000));
    const measured = (last = { at_ms, use });
    // One that failed is no answer for the next who asks.
    use.catch(() => {
      if (last === measured) last = undefined;
    });
    return use;
  };
}

async function measure(db: Db, blobs: DiskBlobs, measured_at: number): Promise<StorageUse> {
  const { count, bytes, kinds } = await measureFiles(db, blobs);
  return {
    measured_at,
    database_bytes: await db.size(),
    files: { count, bytes, kinds: [...kinds] },
    temporary: await blobs.temporary(),
    disk: await blobs.disk(),
  };
}
