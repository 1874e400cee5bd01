/** A stored blob exists when it is referred to, even if the same bytes are stored or swept concurrently (behaviour.md §5). */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BLOB_FILES, type BlobFiles } from "heliogram/media/blob-files.ts";
import { BlobStore } from "heliogram/media/blob-store.ts";
import type { FinishedUpload } from "heliogram/media/upload.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = Date.UTC(2026, 0, 1);
const CONTENT = "the same bytes";
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");

let dir: string;
/** Pending fsyncs of folders, and the functions that finish them. */
let held: { readonly path: string; land(): void; fail(): void }[];
let isHolding: boolean;
let blobs: BlobStore;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-keeping-"));
  held = [];
  isHolding = false;
  const files: BlobFiles = {
    ...BLOB_FILES,
    sync: (path) => {
      if (!isHolding || !path.startsWith(join(dir, "blobs"))) return BLOB_FILES.sync(path);
      return new Promise((resolve, reject) => {
        held.push({ path, land: () => resolve(BLOB_FILES.sync(path)), fail: () => reject(new Error("not synced")) });
      });
    },
  };
  blobs = await BlobStore.open(dir, {
    bytes: randomBytes,
    onBytes: () => {},
    now_ms: () => NOW_MS,
    reserve_bytes: 0,
    max_temporary_bytes: 1_000_000,
    expect: async () => {},
    files,
  });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function upload(content = CONTENT): Promise<FinishedUpload> {
  const open = blobs.uploadsOf(1).open({ field: "document" });
  open.write(Buffer.from(content));
  return open.finish();
}

/** The path of the blob. */
function blobPath(): string {
  return join(dir, "blobs", SHA256.slice(0, 2), SHA256.slice(2));
}

/** Sets the time at which a blob was stored. */
function age(by_ms: number): void {
  utimesSync(blobPath(), (NOW_MS - by_ms) / 1000, (NOW_MS - by_ms) / 1000);
}

/** Sweeps a blob that nothing refers to. */
async function sweep(): Promise<void> {
  for await (const { sha256 } of blobs.list()) await blobs.removal()(sha256);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}

test("a sweep before the commit keeps an old blob", async () => {
  await blobs.keep(await upload());
  age(2 * DAY_MS);
  await blobs.keep(await upload());
  await sweep();
  expect(readFileSync(blobPath(), "utf8")).toBe(CONTENT);
  age(2 * DAY_MS);
  await sweep();
  expect(existsSync(blobPath())).toBe(false);
});

test("a concurrent sweep keeps it, too", async () => {
  for (let round = 0; round < 50; round++) {
    await blobs.keep(await upload());
    age(2 * DAY_MS);
    const again = await upload();
    const keeping = () => blobs.keep(again);
    const sweeping = () => blobs.removal()(SHA256);
    await Promise.all(round % 2 === 0 ? [keeping(), sweeping()] : [sweeping(), keeping()]);
    expect(existsSync(blobPath())).toBe(true);
  }
  expect(readdirSync(join(dir, "tmp"))).toEqual([]);
});

test("a second writer of the same bytes waits until they are on disk", async () => {
  const [first, second] = [await upload(), await upload()];
  isHolding = true;
  const kept: string[] = [];
  const firstKept = blobs.keep(first).then(() => kept.push("first"));
  const secondKept = blobs.keep(second).then(() => kept.push("second"));
  while (held.length === 0) await turns();
  await turns();
  expect(existsSync(blobPath())).toBe(true);
  expect(kept).toEqual([]);
  isHolding = false;
  for (const sync of held) sync.land();
  await Promise.all([firstKept, secondKept]);
  expect(kept).toEqual(["first", "second"]);
  expect(readdirSync(join(dir, "tmp"))).toEqual([]);
});

test("if the first writer could not sync, the second one syncs", async () => {
  const [first, second] = [await upload(), await upload()];
  isHolding = true;
  const kept = [blobs.keep(first), blobs.keep(second)];
  const outcome = Promise.allSettled(kept);
  while (held.length === 0) await turns();
  held[0]!.fail();
  while (held.length === 1) await turns();
  // The folder is synced again.
  expect(held[1]!.path).toBe(held[0]!.path);
  isHolding = false;
  held[1]!.land();
  expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("a truncated blob is replaced by a complete one", async () => {
  await blobs.keep(await upload());
  writeFileSync(blobPath(), "the same");
  await blobs.keep(await upload());
  expect(readFileSync(blobPath(), "utf8")).toBe(CONTENT);
});
