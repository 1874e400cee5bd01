/** Measures what the files take up, by what they are. */
import type { Db } from "../store/db.ts";
import { KINDS_AT_ONCE, kindsOf } from "../store/files.ts";
import type { DiskBlobs } from "./disk.ts";

interface Amount {
  count: number;
  bytes: number;
}

export interface FilesUse extends Readonly<Amount> {
  /** The largest first. */
  readonly kinds: readonly ({ readonly kind: string } & Readonly<Amount>)[];
}

/** Smaller sizes of photos, thumbnails, and bytes that wait to be removed. */
const PREVIEWS = "previews";

/** Walks through all blobs on disk, a batch at a time, so that others get their turn in between. */
export async function measureFiles(db: Db, blobs: DiskBlobs): Promise<FilesUse> {
  const kinds = new Map<string, Amount>();
  let batch = new Map<string, number>();
  const count = async () => {
    const known = await db.read((tx) => kindsOf(tx, [...batch.keys()]));
    for (const [sha256, size] of batch) add(kinds, known.get(sha256) ?? PREVIEWS, size);
    batch = new Map();
  };
  for await (const { sha256, size } of blobs.all()) {
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
