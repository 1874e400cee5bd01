/** A SQLite store whose redo log is missing or short: it is refused, unless the store was closed. */
import { execFileSync } from "node:child_process";
import { rmSync, truncateSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FILES, type RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";
import { acceptLoss, findDamage } from "heliogram/store/sqlite/repair.ts";
import {
  contents,
  count,
  database,
  openIn,
  segments,
  StoreFolders,
  write,
  writeMuch,
} from "../support/store-folder.ts";

let folders: StoreFolders;
let dir: string;
beforeEach(() => {
  folders = new StoreFolders();
  dir = folders.dir;
});
afterEach(() => folders.remove());

const copy = () => folders.copy();

describe("a redo log that is missing or short", () => {
  const removeLog = (folder: string) => segments(folder).forEach((path) => rmSync(path));
  const removeWal = (folder: string) => {
    for (const end of ["-wal", "-shm"]) rmSync(database(folder) + end, { force: true });
  };
  const removeBoth = (folder: string) => {
    removeLog(folder);
    removeWal(folder);
  };
  /** Changes a copy of a store that is not open. */
  const changed = (folder: string, sql: string) => {
    const db = new DatabaseSync(database(folder));
    db.exec(sql);
    db.close();
  };

  /** A copy of a store that was killed after 30 writes. */
  async function killed(): Promise<string> {
    const db = await openIn(dir);
    await write(db, 0, 30);
    const folder = copy();
    await db.close();
    return folder;
  }

  test.each([
    ["the log", removeLog],
    ["the log and the -wal file", removeBoth],
  ])("without %s, a killed store is refused, and opened on request", async (_what, remove) => {
    const folder = await killed();
    remove(folder);
    const before = contents(folder);
    await expect(openIn(folder)).rejects.toThrow(/the redo log is missing: .*accept-loss/);
    expect(findDamage(database(folder))).toEqual([expect.stringMatching(/the redo log is missing/)]);
    expect(contents(folder)).toEqual(before);
    expect(acceptLoss(database(folder), 77)).toMatchObject({ loss: { reason: "missing" }, set_aside: [] });
    expect(findDamage(database(folder))).toEqual([]);
    const db = await openIn(folder);
    expect(await count(db, 30)).toBe(0);
    await write(db, 0, 30);
    await db.close();
    expect(findDamage(database(folder))).toEqual([]);
  });

  test("a first segment that is shorter than it was is refused", async () => {
    const db = await openIn(dir);
    // More than SQLite takes in one commit, and less than a segment has.
    await writeMuch(db, 2000);
    const folder = copy();
    await db.close();
    truncateSync(segments(folder)[0]!, 100);
    await expect(openIn(folder)).rejects.toThrow(/the redo log is damaged: .* is shorter than it was/);
    expect(acceptLoss(database(folder), 77).loss).toMatchObject({ reason: "short" });
    await (await openIn(folder)).close();
  });

  test("a store that was closed has no log, and is opened", async () => {
    const db = await openIn(dir);
    await write(db, 0, 30);
    await db.close();
    expect(segments(dir)).toEqual([]);
    expect(findDamage(database(dir))).toEqual([]);
    const again = await openIn(dir);
    expect(await count(again, 30)).toBe(30);
    await again.close();
  });

  test("a store of a version that does not say whether it was closed is opened", async () => {
    const folder = await killed();
    removeLog(folder);
    changed(folder, "delete from meta where key = 'redo_log'");
    await (await openIn(folder)).close();
    // A version that knows nothing of it has gone on and was closed since.
    const later = await killed();
    removeLog(later);
    changed(later, "update meta set value = value + 100 where key = 'journal'");
    expect(findDamage(database(later))).toEqual([]);
    await (await openIn(later)).close();
  });

  test("a kill at any step of an opening and a closing leaves a store that is opened with everything", async () => {
    const found: string[] = [];
    const keep = () => void found.push(copy());
    const steps: RedoFiles = {
      ...FILES,
      open: (path, flags, mode) => {
        keep();
        const descriptor = FILES.open(path, flags, mode);
        keep();
        return descriptor;
      },
      syncNow: (descriptor) => {
        FILES.syncNow(descriptor);
        keep();
      },
    };
    const first = await openIn(dir);
    await write(first, 0, 30);
    const folder = copy();
    await first.close();
    // Twice: once with records to replay, once after a kill at the end of the first opening.
    for (const from of [folder, undefined]) {
      const start = from ?? found.at(-1)!;
      rmSync(dir, { recursive: true });
      execFileSync("cp", ["-r", start, dir]);
      const reader = new DatabaseSync(database(dir), { readOnly: true });
      reader.exec("begin");
      reader.prepare("select count(*) from meta").get();
      const db = await openIn(dir, steps);
      keep();
      await write(db, 30, 40);
      await db.close();
      reader.close();
      keep();
    }
    expect(found.length).toBeGreaterThan(8);
    for (const each of found) {
      const opened = await openIn(each);
      expect(await count(opened, 30)).toBe(30);
      await opened.close();
    }
  });
});
