/** The content of a file is what its range says, and its file is closed however the reading ends. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { FileContent } from "./file-content.ts";

const KIB = 1024;
const SIZE = 1300 * KIB;
const BYTES = randomBytes(SIZE);

let dir: string;
let path: string;
let handle: FileHandle;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-content-"));
});
beforeEach(async () => {
  path = join(dir, "file");
  writeFileSync(path, BYTES);
  handle = await open(path);
});
afterAll(() => rmSync(dir, { recursive: true }));

function isClosed(): boolean {
  return handle.fd === -1;
}

test.each([
  [0, SIZE - 1],
  [0, 0],
  [SIZE - 1, SIZE - 1],
  [0, 512 * KIB - 1],
  [0, 512 * KIB],
  [1, 1024 * KIB],
  [7, 1024 * KIB + 7],
  [100, 200],
])("bytes %i to %i", async (start, end) => {
  const pieces: Buffer[] = [];
  for await (const chunk of new FileContent(handle, { start, end })) pieces.push(Buffer.from(chunk));
  expect(Buffer.concat(pieces).equals(BYTES.subarray(start, end + 1))).toBe(true);
  expect(isClosed()).toBe(true);
});

test("a chunk stays as it is until the next one is asked for", async () => {
  const chunks = new FileContent(handle, { start: 0, end: SIZE - 1 })[Symbol.asyncIterator]();
  let at = 0;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    // The reading of the next chunk ends meanwhile.
    await handle.stat();
    await handle.stat();
    expect(next.value.equals(BYTES.subarray(at, at + next.value.length))).toBe(true);
    at += next.value.length;
  }
  expect(at).toBe(SIZE);
});

test("who stops early leaves nothing open", async () => {
  for await (const chunk of new FileContent(handle, { start: 0, end: SIZE - 1 })) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
  expect(isClosed()).toBe(true);
});

test("who never begins leaves nothing open", async () => {
  new FileContent(handle, { start: 0, end: SIZE - 1 }).destroy();
  await expect.poll(isClosed).toBe(true);
});

test("a file that has become shorter is an error", async () => {
  truncateSync(path, SIZE - 1);
  const read = async () => {
    for await (const chunk of new FileContent(handle, { start: 0, end: SIZE - 1 })) void chunk;
  };
  await expect(read()).rejects.toThrow("the file is shorter than it was");
  expect(isClosed()).toBe(true);
});
