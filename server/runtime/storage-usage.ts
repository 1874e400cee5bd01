/** Measures how much disk space the service uses. Concurrent requests share one measurement. */
import type { StorageUse } from "@heliogram/shared/wire.ts";
import type { BlobStore } from "../media/blob-store.ts";
import { measureBlobs } from "../media/blob-usage.ts";
import type { Clock } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";

/** Measuring visits every file, so the result is cached for this time. */
const CACHE_MS = 60_000;

/** @returns a function that measures the storage usage, or returns a recent measurement */
export function storageMeter(db: Db, blobs: BlobStore, clock: Clock): () => Promise<StorageUse> {
  let last: { readonly at_ms: number; readonly use: Promise<StorageUse> } | undefined;
  return () => {
    const at_ms = clock.elapsed();
    if (last && at_ms - last.at_ms < CACHE_MS) return last.use;
    const use = measure(db, blobs, Math.floor(clock.now() / 1000));
    const measured = (last = { at_ms, use });
    // A failed measurement is not cached.
    use.catch(() => {
      if (last === measured) last = undefined;
    });
    return use;
  };
}

async function measure(db: Db, blobs: BlobStore, measured_at: number): Promise<StorageUse> {
  const { count, bytes, kinds } = await measureBlobs(db, blobs);
  return {
    measured_at,
    database_bytes: await db.size(),
    files: { count, bytes, kinds: [...kinds] },
    temporary: await blobs.temporary(),
    disk: await blobs.disk(),
  };
}
