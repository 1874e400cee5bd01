/** Measures the disk space of blobs, by kind of file. */
import type { Db } from "../store/db.ts";
import { KINDS_AT_ONCE, kindsOf } from "../store/queries/files/files.ts";
import type { BlobStore } from "./blob-store.ts";

interface Amount {
  count: number;
  bytes: number;
}

export interface BlobUsage extends Readonly<Amount> {
  /** By size, descending. */
  readonly kinds: readonly ({ readonly kind: string } & Readonly<Amount>)[];
}

/** The kind of thumbnails, smaller photo sizes, and blobs that wait to be deleted. */
const PREVIEWS = "previews";

/** Visits all blobs in batches, so that other work runs in between. */
export async function measureBlobs(db: Db, blobs: BlobStore): Promise<BlobUsage> {
  const kinds = new Map<string, Amount>();
  let batch = new Map<string, number>();
  const count = async () => {
    const known = await db.read((tx) => kindsOf(tx, [...batch.keys()]));
    for (const [sha256, size] of batch) add(kinds, known.get(sha256) ?? PREVIEWS, size);
    batch = new Map();
  };
  for await (const { sha256, size } of blobs.list()) {
    batch.set(sha256, size);
    if (batch.size === KINDS_AT_ONCE) await count();
  }
  await count();
  const listed = [...kinds].map(([kind, amount]) => ({ kind, ...amount })).sort((a, b) => b.bytes - a.bytes);
  const total = listed.reduce((sum, each) => ({ count: sum.count + each.count, bytes: sum.bytes + each.bytes }), {
    count: 0,
    bytes: 0,
  });
  return { ...total, kinds: listed };
}

function add(kinds: Map<string, Amount>, kind: string, bytes: number): void {
  const amount = kinds.get(kind) ?? { count: 0, bytes: 0 };
  kinds.set(kind, { count: amount.count + 1, bytes: amount.bytes + bytes });
}
