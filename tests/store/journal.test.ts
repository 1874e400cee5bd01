/** The journal tells of a record when it and all before it are on disk, and never after a write that failed. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, afterEach, describe, expect, test } from "vitest";
import { Journal } from "heliogram/store/sqlite-journal.ts";
import { HeldDisk } from "../kit/held-disk.ts";

let dir: string;
let disk: HeldDisk;
let journal: Journal;
let told: string[];
let fatal: unknown[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-journal-"));
  disk = new HeldDisk();
  told = [];
  fatal = [];
  journal = new Journal(join(dir, "store.redo"), 0, (error) => fatal.push(error), disk);
  disk.hold();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Appends a record for each name: the first three are written at once, the others together when there is room. */
function append(...names: string[]): void {
  for (const name of names) journal.append(`"${name}"`, () => told.push(name));
}

test("three writes are under way at most, and records are told of in their order", async () => {
  append("a", "b", "c", "d", "e");
  expect(disk.held).toHaveLength(3);
  const [a, b, c] = disk.held.splice(0);
  let settled = false;
  void journal.settled()!.then(() => (settled = true));
  await c!.land();
  await b!.land();
  expect([told, disk.held.length]).toEqual([[], 0]);
  await a!.land();
  expect([told, disk.held.length, settled]).toEqual([["a", "b", "c"], 1, false]);
  disk.release();
  await journal.settled();
  expect(told).toEqual(["a", "b", "c", "d", "e"]);
  await journal.close();
});

test("what is dropped after the journal was closed closes no descriptor a second time", async () => {
  disk.release();
  append("a");
  await journal.settled();
  const begin = journal.rotate();
  await journal.close();
  // They get the numbers that have become free.
  const others = [1, 2, 3].map((n) => openSync(join(dir, `other-${n}`), "w"));
  journal.dropBefore(begin);
  expect(others.map((other) => writeSync(other, "x"))).toEqual([1, 1, 1]);
  for (const other of others) closeSync(other);
});

describe("after a write that", () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  test.each([
    ["failed", 0, (write: HeldDisk["held"][0]) => write.fail(full), full],
    [
      "came back short",
      0,
      (write: HeldDisk["held"][0]) => write.cutShort(5),
      new Error("the journal could not be written: the disk is full"),
    ],
    ["failed after others", 1, (write: HeldDisk["held"][0]) => write.fail(full), full],
  ] as const)(
    "%s, the process must end and nobody is told of it or of what follows",
    async (_how, before, spoil, error) => {
      append("a", "b", "c", "d");
      let settled = false;
      void journal.settled()!.then(() => (settled = true));
      const writes = disk.held.splice(0);
      for (const write of writes.slice(0, before)) await write.land();
      await spoil(writes[before]!);
      expect(fatal).toEqual([error]);
      for (const write of writes.slice(before + 1)) await write.land();
      disk.release();
      append("e");
      await new Promise(setImmediate);
      expect([told, settled, fatal.length]).toEqual([["a"].slice(0, before), false, 1]);
    },
  );
});
