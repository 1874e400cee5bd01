/** The redo log acknowledges a record when it and all earlier ones are on disk, and never after a failed write. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, afterEach, describe, expect, test } from "vitest";
import { RedoLog } from "heliogram/store/sqlite/redo-log.ts";
import { DelayedDisk } from "../support/delayed-disk.ts";

let dir: string;
let disk: DelayedDisk;
let redoLog: RedoLog;
let acknowledged: string[];
let fatal: unknown[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-redo-"));
  disk = new DelayedDisk();
  acknowledged = [];
  fatal = [];
  redoLog = new RedoLog(join(dir, "store.redo"), 0, (error) => fatal.push(error), disk);
  disk.hold();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** Appends a record for each name: the first three are written at once, the others together when a slot is free. */
function append(...names: string[]): void {
  for (const name of names) redoLog.append(`"${name}"`, () => acknowledged.push(name));
}

test("at most three writes are pending, and records are acknowledged in order", async () => {
  append("a", "b", "c", "d", "e");
  expect(disk.held).toHaveLength(3);
  const [a, b, c] = disk.held.splice(0);
  let settled = false;
  void redoLog.whenDurable()!.then(() => (settled = true));
  await c!.land();
  await b!.land();
  expect([acknowledged, disk.held.length]).toEqual([[], 0]);
  await a!.land();
  expect([acknowledged, disk.held.length, settled]).toEqual([["a", "b", "c"], 1, false]);
  disk.release();
  await redoLog.whenDurable();
  expect(acknowledged).toEqual(["a", "b", "c", "d", "e"]);
  await redoLog.close();
});

test("recycling after close closes no descriptor twice", async () => {
  disk.release();
  append("a");
  await redoLog.whenDurable();
  const begin = redoLog.rotate();
  await redoLog.close();
  // They reuse the freed descriptor numbers.
  const others = [1, 2, 3].map((n) => openSync(join(dir, `other-${n}`), "w"));
  redoLog.recycleBefore(begin);
  expect(others.map((other) => writeSync(other, "x"))).toEqual([1, 1, 1]);
  for (const other of others) closeSync(other);
});

describe("after a write that", () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  test.each([
    ["failed", 0, (write: DelayedDisk["held"][0]) => write.fail(full), full],
    [
      "came back short",
      0,
      (write: DelayedDisk["held"][0]) => write.cutShort(5),
      Object.assign(new Error("the redo log could not be written: the disk is full"), { code: "ENOSPC" }),
    ],
    ["failed after others", 1, (write: DelayedDisk["held"][0]) => write.fail(full), full],
  ] as const)(
    "%s, the process must end, and neither that record nor a later one is acknowledged",
    async (_how, before, spoil, error) => {
      append("a", "b", "c", "d");
      let settled = false;
      void redoLog.whenDurable()!.then(() => (settled = true));
      const writes = disk.held.splice(0);
      for (const write of writes.slice(0, before)) await write.land();
      await spoil(writes[before]!);
      expect(fatal).toEqual([error]);
      for (const write of writes.slice(before + 1)) await write.land();
      disk.release();
      append("e");
      await new Promise(setImmediate);
      expect([acknowledged, settled, fatal.length]).toEqual([["a"].slice(0, before), false, 1]);
    },
  );
});
