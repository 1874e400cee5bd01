/** What has been kept is there when it is referred to, whoever else keeps or sweeps the same bytes (behaviour.md §5). */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BLOB_FILES, type BlobFiles } from "heliogram/media/blob-files.ts";
import { DiskBlobs } from "heliogram/media/disk.ts";
import type { FinishedUpload } from "heliogram/media/upload.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = Date.UTC(2026, 0, 1);
const CONTENT = "the same bytes";
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");

let dir: string;
/** Syncs of folders that have begun, and what ends them. */
let held: { readonly path: string; land(): void; fail(): void }[];
let isHolding: boolean;
let blobs: DiskBlobs;

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
  blobs = await DiskBlobs.open(dir, {
    bytes: randomBytes,
    free: () => {},
    now_ms: () => NOW_MS,
    reserve_bytes: 0,
    under_way_bytes: 1_000_000,
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

/** Makes a blob one that was kept so long ago. */
function age(by_ms: number): void {
  utimesSync(blobs.path(SHA256), (NOW_MS - by_ms) / 1000, (NOW_MS - by_ms) / 1000);
}

/** What the sweep does with a blob that nothing refers to. */
async function sweep(): Promise<void> {
  for await (const { sha256 } of blobs.all()) await blobs.removeOlder(sha256, NOW_MS - DAY_MS);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
}

test("a sweep before the commit leaves a blob that was there long before", async () => {
  await blobs.keep(await upload());
  age(2 * DAY_MS);
  await blobs.keep(await upload());
  await sweep();
  expect(readFileSync(blobs.path(SHA256), "utf8")).toBe(CONTENT);
  age(2 * DAY_MS);
  await sweep();
  expect(existsSync(blobs.path(SHA256))).toBe(false);
});

test("a sweep at the same moment leaves it, too", async () => {
  for (let round = 0; round < 50; round++) {
    await blobs.keep(await upload());
    age(2 * DAY_MS);
    const again = await upload();
    const keeping = () => blobs.keep(again);
    const sweeping = () => blobs.removeOlder(SHA256, NOW_MS - DAY_MS);
    await Promise.all(round % 2 === 0 ? [keeping(), sweeping()] : [sweeping(), keeping()]);
    expect(existsSync(blobs.path(SHA256))).toBe(true);
  }
  expect(readdirSync(join(dir, "tmp"))).toEqual([]);
});

test("whoever keeps the same bytes waits until they are on the disk", async () => {
  const [first, second] = [await upload(), await upload()];
  isHolding = true;
  const kept: string[] = [];
  const firstKept = blobs.keep(first).then(() => kept.push("first"));
  const secondKept = blobs.keep(second).then(() => kept.push("second"));
  while (held.length === 0) await turns();
  await turns();
  expect(existsSync(blobs.path(SHA256))).toBe(true);
  expect(kept).toEqual([]);
  isHolding = false;
  for (const sync of held) sync.land();
  await Promise.all([firstKept, secondKept]);
  expect(kept).toEqual(["first", "second"]);
  expect(readdirSync(join(dir, "tmp"))).toEqual([]);
});

test("where the first could not be sure, the second makes sure", async () => {
  const [first, second] = [await upload(), await upload()];
  isHolding = true;
  const kept = [blobs.keep(first), blobs.keep(second)];
  const outcome = Promise.allSettled(kept);
  while (held.length === 0) await turns();
  held[0]!.fail();
  while (held.length === 1) await turns();
  // The name in the folder, once more.
  expect(held[1]!.path).toBe(held[0]!.path);
  isHolding = false;
  held[1]!.land();
  expect((await outcome).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("a blob that is cut short is replaced by a whole one", async () => {
  await blobs.keep(await upload());
  writeFileSync(blobs.path(SHA256), "the same");
  await blobs.keep(await upload());
  expect(readFileSync(blobs.path(SHA256), "utf8")).toBe(CONTENT);
});
