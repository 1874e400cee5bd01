/** A stored blob exists when it is referred to, even if the same bytes are stored or swept concurrently (behaviour.md §5). */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BLOB_FILES, type BlobFiles } from "heliogram/media/blob-files.ts";
import { BlobStore } from "heliogram/media/blob-store.ts";
import { yieldToEventLoop } from "heliogram/runtime/event-loop.ts";
import { NoSpace, type FinishedUpload } from "heliogram/media/upload.ts";
import { until } from "../support/until.ts";

const DAY_MS = 24 * 60 * 60_000;
const NOW_MS = Date.UTC(2026, 0, 1);
const CONTENT = "the same bytes";
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");

let dir: string;
/** Pending fsyncs of folders, and the functions that finish them. */
let held: { readonly path: string; land(): void; fail(): void }[];
let isHolding: boolean;
/** What writing to disk while a file arrives ends with. */
let writeOut: BlobFiles["writeOut"];
let blobs: BlobStore;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-keeping-"));
  held = [];
  isHolding = false;
  writeOut = BLOB_FILES.writeOut;
  const files: BlobFiles = {
    ...BLOB_FILES,
    writeOut: (handle) => writeOut(handle),
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
    turn: yieldToEventLoop,
    after: () => () => {},
    now_ms: () => NOW_MS,
    reserve_bytes: 0,
    max_temporary_bytes: 100_000_000,
    expect: async () => {},
    files,
  });
});
afterEach(() => {
  blobs.close();
  rmSync(dir, { recursive: true, force: true });
});

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
  await until(() => held.length, "a sync");
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
  await until(() => held.length, "a sync");
  held[0]!.fail();
  await until(() => held.length > 1, "another sync");
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

describe("a large file", () => {
  const MIB = 1024 * 1024;
  const LARGE = randomBytes(11 * MIB + 1);
  const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

  async function send(bytes: Uint8Array, chunk_bytes = 64 * 1024): Promise<FinishedUpload> {
    const open = blobs.uploadsOf(1).open({ field: "document" });
    try {
      for (let at = 0; at < bytes.length; at += chunk_bytes)
        if (!open.write(bytes.subarray(at, at + chunk_bytes))) await open.drained();
      return await open.finish();
    } catch (error) {
      await open.abort();
      throw error;
    }
  }

  test.each([4 * MIB, 4 * MIB + 1, 8 * MIB, LARGE.length])("has the hash of its %i bytes", async (size) => {
    const bytes = LARGE.subarray(0, size);
    const sent = await Promise.all([send(bytes), send(bytes.subarray(1), 1 * MIB), send(bytes, 999)]);
    expect(sent.map(({ sha256 }) => sha256)).toEqual([hashOf(bytes), hashOf(bytes.subarray(1)), hashOf(bytes)]);
    for (const each of sent) expect(readFileSync(each.path).length).toBe(each.size);
  });

  test("that is taken back leaves nothing, and the next one is hashed", async () => {
    const open = blobs.uploadsOf(1).open({ field: "document" });
    open.write(LARGE);
    await open.drained();
    await open.abort();
    expect(readdirSync(join(dir, "tmp"))).toEqual([]);
    expect((await send(LARGE)).sha256).toBe(hashOf(LARGE));
  });

  test("is refused if the disk fails while it arrives", async () => {
    let begun = 0;
    writeOut = async () => {
      begun += 1;
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    };
    await expect(send(LARGE)).rejects.toThrow(NoSpace);
    expect(begun).toBe(1);
  });

  test("fails if the service ends before it is hashed", async () => {
    const open = blobs.uploadsOf(1).open({ field: "document" });
    open.write(LARGE);
    await open.drained();
    blobs.close();
    await expect(open.finish()).rejects.toThrow("the service is going down");
    await open.abort();
  });
});
